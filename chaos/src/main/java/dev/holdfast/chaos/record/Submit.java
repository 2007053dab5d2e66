package dev.holdfast.chaos.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One task in one submit call, as the submitter saw it.
 *
 * @param asked just before the call was sent, microseconds since the epoch
 * @param answered when the answer had been read; null when none came: the task may or may not exist
 * @param task the id that was answered; null without an answer
 * @param priority 0 to 9, 9 first
 * @param delayMs milliseconds from the submit until it is due; 0 for at once
 * @param plan what the handler will do, its first word one of work, fail, timeout, stubborn, die …
 * @param onWorkerLost RESUBMIT or CANCEL
 * @param key the idempotency key; null if none was sent
 * @param repeat whether the same key and body had been sent before: the same id must come back
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Submit(
        long asked,
        @Nullable Long answered,
        @Nullable UUID task,
        String queue,
        String type,
        List<Need> resources,
        int priority,
        long delayMs,
        String plan,
        String onWorkerLost,
        int maxAttempts,
        int maxLost,
        @Nullable String key,
        boolean repeat) {

    // A line without resources comes from a file: absent there means none.
    @SuppressWarnings("ConstantValue")
    public Submit {
        resources = resources == null ? List.of() : List.copyOf(resources);
    }

    /** The first word of the plan. */
    public String planned() {
        int end = plan.indexOf(' ');
        return end < 0 ? plan : plan.substring(0, end);
    }
}
