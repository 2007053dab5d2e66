package dev.holdfast.store.inspect;

import dev.holdfast.task.Reason;
import dev.holdfast.task.TaskState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of a task's history.
 *
 * @param from null for the submit
 * @param attempt the last attempt number given out by then
 * @param actor who did it: {@code worker w1}, {@code api anonymous} …
 */
public record TransitionView(
        int version,
        Instant at,
        @Nullable TaskState from,
        TaskState to,
        int attempt,
        String actor,
        @Nullable Reason reason) {}
