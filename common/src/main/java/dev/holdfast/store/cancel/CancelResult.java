package dev.holdfast.store.cancel;

import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskState;

/** What a cancel met. */
public sealed interface CancelResult {

    /** It had not started: it is CANCELED, and what it held is free. */
    record Ended() implements CancelResult {}

    /** It runs: it is CANCELING now. Tell its worker, who else learns of it with its next heartbeat. */
    record Asked(AttemptKey attempt) implements CancelResult {}

    /** Somebody asked before: it is CANCELING. Telling its worker again does no harm. */
    record AskedBefore(AttemptKey attempt) implements CancelResult {}

    /** It had ended before; nothing was changed. */
    record AlreadyFinal(TaskState state) implements CancelResult {}

    record Unknown() implements CancelResult {}
}
