package dev.holdfast.task;

/** How one attempt ended. What becomes of the task is decided by the statement that ends the attempt. */
public enum Outcome {
    /** The handler returned. */
    SUCCEEDED,
    /** The handler threw. Spends one of {@code maxAttempts}. */
    FAILED,
    /** The handler was stopped at its timeout. Spends one of {@code maxAttempts}. */
    TIMED_OUT,
    /** Its process died or lost its lease. Spends one of {@code maxLost}. */
    LOST,
    /** Its process stopped in good order, or fenced itself and survived. Spends nothing. */
    INTERRUPTED,
    /** The handler stopped because a cancel was asked. */
    CANCELED
}
