package dev.holdfast.task;

/** What becomes of a task when the process that runs it is lost or stopped. */
public enum WorkerLostPolicy {
    /** Back in line at its old place; {@code FAILED} once lost {@code maxLost} times. */
    RESUBMIT,
    /** {@code CANCELED} at once. */
    CANCEL
}
