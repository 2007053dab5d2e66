package dev.holdfast.lease;

/** Where a worker process is in its life, as its row says. */
public enum WorkerState {
    /** Renews its lease and claims. */
    ALIVE,
    /** Renews its lease, claims nothing new: it stops, in good order or because one of its attempts would not. */
    DRAINING,
    /** Its lease was revoked: renewals and claims are refused; once the lease has run out it is settled like a dead one. */
    CONDEMNED,
    /** Stopped in good order; everything it had was settled in the same transaction. */
    STOPPED,
    /** Found dead; everything it had was settled in the same transaction. */
    LOST;

    /** Whether attempts may still belong to it. */
    public boolean isLive() {
        return this == ALIVE || this == DRAINING || this == CONDEMNED;
    }
}
