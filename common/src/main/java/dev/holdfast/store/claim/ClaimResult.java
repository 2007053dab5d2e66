package dev.holdfast.store.claim;

import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.RouteName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a claim found. Losing the race is an answer like the others. */
public sealed interface ClaimResult {

    AttemptKey key();

    /**
     * The attempt is this incarnation's now, and the commit is durable: ack the message, then run.
     *
     * @param payload JSON as submitted
     * @param fencingToken larger than that of every earlier claim
     * @param holdsResources whether the handler must have stopped before the lease ends
     * @param suspect whether a loss is on the task's record
     * @param checkpoint JSON that an earlier attempt stored
     */
    record Claimed(
            AttemptKey key,
            RouteName route,
            String payload,
            Duration timeout,
            long fencingToken,
            boolean holdsResources,
            boolean suspect,
            @Nullable String checkpoint)
            implements ClaimResult {}

    /** The row is not claimable and never will be under this number: ack the message, run nothing. */
    record Gone(AttemptKey key) implements ClaimResult {}

    /** Past {@code expiresAt}: end the task as expired, ack, run nothing. */
    record Expired(AttemptKey key) implements ClaimResult {}

    /** Its queue is paused: take the attempt back, ack, run nothing. */
    record Paused(AttemptKey key) implements ClaimResult {}

    /** This worker already runs a task with a loss on its record: return the delivery after a moment. */
    record OtherSuspectRuns(AttemptKey key) implements ClaimResult {}

    /** This incarnation is not alive or its lease has run out: return the delivery and fence. */
    record NoLease(AttemptKey key) implements ClaimResult {}
}
