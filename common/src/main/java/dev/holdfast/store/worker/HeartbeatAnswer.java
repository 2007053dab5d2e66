package dev.holdfast.store.worker;

import dev.holdfast.task.AttemptKey;
import java.util.Set;

/** What the database said to a heartbeat. */
public sealed interface HeartbeatAnswer {

    /**
     * The lease is renewed, from the moment before the heartbeat was sent.
     *
     * @param drain an operator asked this worker to stop
     * @param canceled running attempts whose cancel was asked
     * @param overdue running attempts beyond their timeout
     */
    record Renewed(boolean drain, Set<AttemptKey> canceled, Set<AttemptKey> overdue) implements HeartbeatAnswer {}

    /** The row was ended by somebody else, or its lease revoked: everything this incarnation had is or will be settled. */
    record Ended() implements HeartbeatAnswer {}
}
