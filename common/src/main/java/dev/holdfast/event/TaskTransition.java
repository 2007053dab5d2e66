package dev.holdfast.event;

import dev.holdfast.task.Reason;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * One committed transition, as it also stands in the history.
 *
 * @param attempt the last attempt number given out, 0 before the first grant
 * @param reason why, where the states alone do not tell
 */
public record TaskTransition(
        TaskId task,
        TaskState from,
        TaskState to,
        int attempt,
        @Nullable Reason reason) {}
