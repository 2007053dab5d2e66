package dev.holdfast.dispatcher.cancel;

import dev.holdfast.task.AttemptKey;

/** Tells workers at once that a cancel was asked of an attempt. A lost signal costs at most a heartbeat. */
@FunctionalInterface
public interface CancelSignals {

    /** Returns at once, and never fails: the row has been written already. */
    void cancel(AttemptKey attempt);
}
