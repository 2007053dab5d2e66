package dev.holdfast.chaos.judge;

import java.util.UUID;

/** One attempt that was claimed and has ended, as the database remembers it. */
record AttemptRow(
        UUID task,
        int number,
        String worker,
        UUID incarnation,
        long token,
        long claimedAt,
        long endedAt,
        String outcome,
        boolean refunded,
        String decision) {

    boolean succeeded() {
        return outcome.equals("SUCCEEDED");
    }

    boolean lost() {
        return outcome.equals("LOST");
    }

    /** Ended for a reason that lies in its process, not in its handler. */
    boolean lostOrInterrupted() {
        return lost() || outcome.equals("INTERRUPTED");
    }

    /** Spends one of the task's own attempts. */
    boolean failed() {
        return outcome.equals("FAILED") || outcome.equals("TIMED_OUT");
    }
}
