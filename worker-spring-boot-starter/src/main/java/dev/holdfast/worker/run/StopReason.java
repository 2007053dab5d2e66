package dev.holdfast.worker.run;

/** Why an attempt is asked to stop. */
public enum StopReason {
    /** Somebody canceled the task. */
    CANCEL,
    /** It ran longer than its timeout. */
    TIMEOUT,
    /** The lease is about to end, or has ended. */
    FENCE,
    /** The process stops. */
    SHUTDOWN
}
