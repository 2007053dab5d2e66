package dev.holdfast.dispatcher.submit;

import dev.holdfast.store.submit.Backoff;
import dev.holdfast.store.submit.Submission.Policies;
import java.time.Duration;
import java.util.function.BiConsumer;

/** The limits of policies, the same for the configuration and for submissions. */
final class PolicyRules {

    static final Duration MAX_TIMEOUT = Duration.ofDays(365);
    static final int MAX_ATTEMPTS = 10_000;
    static final int MAX_LOST = 1_000;
    static final double MAX_FACTOR = 100;

    private PolicyRules() {}

    /** @param complain takes the field and what it must be */
    static void check(Policies policies, BiConsumer<String, String> complain) {
        if (policies.timeout().compareTo(Duration.ofMillis(1)) < 0 || longer(policies.timeout(), MAX_TIMEOUT)) {
            complain.accept("timeout", "must be between 1ms and 365d");
        }
        if (policies.maxAttempts() < 1 || policies.maxAttempts() > MAX_ATTEMPTS) {
            complain.accept("maxAttempts", "must be between 1 and " + MAX_ATTEMPTS);
        }
        if (policies.maxLost() < 1 || policies.maxLost() > MAX_LOST) {
            complain.accept("maxLost", "must be between 1 and " + MAX_LOST);
        }
        check(policies.backoff(), complain);
    }

    private static void check(Backoff backoff, BiConsumer<String, String> complain) {
        if (backoff.initial().isNegative() || longer(backoff.initial(), MAX_TIMEOUT)) {
            complain.accept("backoff.initial", "must be between 0s and 365d");
        }
        if (longer(backoff.initial(), backoff.max()) || longer(backoff.max(), MAX_TIMEOUT)) {
            complain.accept("backoff.max", "must be between backoff.initial and 365d");
        }
        if (!(backoff.factor() >= 1 && backoff.factor() <= MAX_FACTOR)) {
            complain.accept("backoff.factor", "must be between 1 and 100");
        }
        if (!(backoff.jitter() >= 0 && backoff.jitter() <= 1)) {
            complain.accept("backoff.jitter", "must be between 0 and 1");
        }
    }

    private static boolean longer(Duration a, Duration b) {
        return a.compareTo(b) > 0;
    }
}
