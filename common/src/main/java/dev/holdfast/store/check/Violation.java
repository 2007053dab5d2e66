package dev.holdfast.store.check;

import dev.holdfast.task.TaskId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One place where an invariant does not hold.
 *
 * @param task null where it is about no task
 * @param attempt the task's last attempt number, where known
 * @param since since when, as far as the rows tell
 * @param detail what was found, for people
 */
public record Violation(
        @Nullable TaskId task,
        @Nullable Integer attempt,
        @Nullable String resource,
        @Nullable Instant since,
        String detail) {

    /** What tells it from others of the same invariant. */
    String key() {
        return task + " " + resource + (task == null && resource == null ? detail : "");
    }
}
