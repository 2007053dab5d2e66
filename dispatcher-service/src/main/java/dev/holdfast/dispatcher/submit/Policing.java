package dev.holdfast.dispatcher.submit;

import dev.holdfast.store.submit.Backoff;
import dev.holdfast.store.submit.Submission.Policies;
import dev.holdfast.task.WorkerLostPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a task says about timeouts, retries and losses, over the defaults of its type. */
final class Policing {

    private Policing() {}

    static Policies policies(TaskRequest request, Policies defaults, Values values) {
        Duration timeout = values.duration("timeout", request.timeout());
        Policies policies = new Policies(
                timeout == null ? defaults.timeout() : timeout,
                request.maxAttempts() == null ? defaults.maxAttempts() : request.maxAttempts(),
                backoff(request.backoff(), defaults.backoff(), values),
                request.maxLost() == null ? defaults.maxLost() : request.maxLost(),
                onWorkerLost(request.onWorkerLost(), defaults.onWorkerLost(), values));
        PolicyRules.check(policies, values::invalid);
        return policies;
    }

    private static Backoff backoff(TaskRequest.@Nullable Backoff own, Backoff defaults, Values values) {
        if (own == null) {
            return defaults;
        }
        Duration initial = values.duration("backoff.initial", own.initial());
        Duration max = values.duration("backoff.max", own.max());
        return new Backoff(
                initial == null ? defaults.initial() : initial,
                max == null ? defaults.max() : max,
                number(own.factor(), defaults.factor()),
                number(own.jitter(), defaults.jitter()));
    }

    private static double number(@Nullable BigDecimal own, double general) {
        return own == null ? general : own.doubleValue();
    }

    private static WorkerLostPolicy onWorkerLost(@Nullable String text, WorkerLostPolicy general, Values values) {
        if (text == null) {
            return general;
        }
        for (WorkerLostPolicy policy : WorkerLostPolicy.values()) {
            if (policy.name().equals(text)) {
                return policy;
            }
        }
        values.invalid("onWorkerLost", "must be RESUBMIT or CANCEL");
        return general;
    }
}
