package dev.holdfast.task;

/** Why a task changed its state, where the states alone do not tell. Every FAILED and CANCELED has one. */
public enum Reason {
    /** The handler failed, with no attempts left. */
    ERROR,
    /** The handler ran longer than its timeout, with no attempts left. */
    TIMEOUT,
    /** The process that ran it died: too often ({@code FAILED}), or the task wants to be canceled then. */
    WORKER_LOST,
    /** Not started before {@code expiresAt}. */
    EXPIRED,
    /** Somebody canceled it. */
    USER,
    /** Its worker was stopped in good order, and the task wants to be canceled then. */
    WORKER_SHUTDOWN,
    /** Taken back from the broker: no live worker serves its type in its queue any more. */
    ROUTE_GONE,
    /** Taken back from the broker: its queue was paused. */
    PAUSED,
    /** Taken back from the broker: whether a worker had claimed it is not known, so the next claim gets another number. */
    UNHEARD,
    /** Taken back from the broker by an operator's repair. */
    REPAIR
}
