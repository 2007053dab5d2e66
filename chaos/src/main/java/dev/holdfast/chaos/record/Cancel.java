package dev.holdfast.chaos.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One cancel call.
 *
 * @param asked just before it was sent, microseconds since the epoch
 * @param answered when the answer had been read; null when none came
 * @param status HTTP status; 0 without an answer
 * @param state the task's state in the answer, null if it had none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Cancel(
        long asked,
        @Nullable Long answered,
        UUID task,
        int status,
        @Nullable String state) {}
