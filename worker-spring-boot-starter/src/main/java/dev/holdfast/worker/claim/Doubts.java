package dev.holdfast.worker.claim;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Outcome;
import dev.holdfast.worker.finish.Roster;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Claims whose answers were not heard. Each may have been committed, and then nobody would run its attempt: so it is ended as
 * {@code INTERRUPTED}, which does nothing if it was not, before its message is returned. Nothing is claimed meanwhile, or an
 * attempt that was claimed at the second try would be ended for the sake of the first. Not thread-safe.
 */
final class Doubts {

    private final Settlements settlements;
    private final String actor;
    private final Roster roster;
    private final Map<AttemptKey, Doubt> doubts = new LinkedHashMap<>();

    private record Doubt(Incarnation incarnation, Delivery delivery) {}

    Doubts(Settlements settlements, String actor, Roster roster) {
        this.settlements = settlements;
        this.actor = actor;
        this.roster = roster;
    }

    void add(Incarnation incarnation, Delivery delivery) {
        doubts.put(delivery.key(), new Doubt(incarnation, delivery));
    }

    /**
     * Settles all.
     *
     * @throws org.springframework.dao.DataAccessException if the database is still away: those not yet settled stay
     */
    void settle() {
        for (Doubt doubt : List.copyOf(doubts.values())) {
            AttemptKey key = doubt.delivery().key();
            AttemptEnd end = AttemptEnd.stopped(
                    key, Outcome.INTERRUPTED, "the answer to its claim was not heard, so it never ran");
            settlements.end(doubt.incarnation(), actor, "", List.of(end));
            Faults.at(FaultPoint.DOUBT_SETTLED);
            doubts.remove(key);
            roster.remove(key);
            doubt.delivery().giveBack(Duration.ZERO);
        }
    }
}
