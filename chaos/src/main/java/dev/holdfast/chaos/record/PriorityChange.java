package dev.holdfast.chaos.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One call that asked for another priority of a task.
 *
 * @param asked just before it was sent, microseconds since the epoch
 * @param answered when the answer had been read; null when none came
 * @param status HTTP status; 0 without an answer
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PriorityChange(long asked, @Nullable Long answered, UUID task, int priority, int status) {}
