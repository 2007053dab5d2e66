package dev.holdfast.store.submit;

import dev.holdfast.task.TaskState;

/** What became of the wish to run a final task again. */
public sealed interface RetryResult {

    /** A new task, stored now. */
    record Stored(Submitted task) implements RetryResult {}

    /** Somebody asked before: the task that was made then, with its state of today. */
    record StoredBefore(Submitted task) implements RetryResult {}

    /** It has not ended. */
    record NotFinal(TaskState state) implements RetryResult {}

    record Unknown() implements RetryResult {}
}
