package dev.holdfast.dispatcher.submit;

import dev.holdfast.store.submit.Backoff;
import dev.holdfast.store.submit.Submission.Policies;
import dev.holdfast.task.WorkerLostPolicy;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a submission of a type need not say. Null is: as for all types, or as built in.
 *
 * @param timeout of one attempt; 24 h
 * @param maxAttempts 1: a failure is final unless retries are asked for
 * @param maxLost 3
 * @param onWorkerLost {@code RESUBMIT}
 */
public record TypeDefaults(
        @Nullable Duration timeout,
        @Nullable Integer maxAttempts,
        @Nullable Integer maxLost,
        @Nullable WorkerLostPolicy onWorkerLost,
        @Nullable BackoffDefaults backoff) {

    /**
     * @param initial 1 s
     * @param max 1 h
     * @param factor 2
     * @param jitter 0.2
     */
    public record BackoffDefaults(
            @Nullable Duration initial,
            @Nullable Duration max,
            @Nullable Double factor,
            @Nullable Double jitter) {

        static final BackoffDefaults NONE = new BackoffDefaults(null, null, null, null);

        BackoffDefaults under(@Nullable BackoffDefaults own) {
            return own == null
                    ? this
                    : new BackoffDefaults(
                            either(own.initial, initial),
                            either(own.max, max),
                            either(own.factor, factor),
                            either(own.jitter, jitter));
        }

        Backoff backoff() {
            return new Backoff(
                    Optional.ofNullable(initial).orElse(Duration.ofSeconds(1)),
                    Optional.ofNullable(max).orElse(Duration.ofHours(1)),
                    Optional.ofNullable(factor).orElse(2.0),
                    Optional.ofNullable(jitter).orElse(0.2));
        }
    }

    /** These, where {@code own} says nothing. */
    TypeDefaults under(@Nullable TypeDefaults own) {
        if (own == null) {
            return this;
        }
        BackoffDefaults all = backoff == null ? BackoffDefaults.NONE : backoff;
        return new TypeDefaults(
                either(own.timeout, timeout),
                either(own.maxAttempts, maxAttempts),
                either(own.maxLost, maxLost),
                either(own.onWorkerLost, onWorkerLost),
                all.under(own.backoff));
    }

    /**
     * With the built-in values where nothing is said.
     *
     * @param where the property to change, for the message
     * @throws IllegalArgumentException if they contradict a limit or each other
     */
    Policies policies(String where) {
        Policies policies = new Policies(
                Optional.ofNullable(timeout).orElse(Duration.ofHours(24)),
                Optional.ofNullable(maxAttempts).orElse(1),
                (backoff == null ? BackoffDefaults.NONE : backoff).backoff(),
                Optional.ofNullable(maxLost).orElse(3),
                Optional.ofNullable(onWorkerLost).orElse(WorkerLostPolicy.RESUBMIT));
        PolicyRules.check(policies, (field, message) -> {
            throw new IllegalArgumentException(where + "." + field + " " + message);
        });
        return policies;
    }

    private static <T> @Nullable T either(@Nullable T own, @Nullable T general) {
        return own == null ? general : own;
    }
}
