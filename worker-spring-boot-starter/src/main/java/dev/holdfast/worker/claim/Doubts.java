package dev.holdfast.worker.claim;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.Outages;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Outcome;
import dev.holdfast.task.Reason;
import dev.holdfast.worker.finish.Roster;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Claims whose answers were not heard. Each may have been committed, and then nobody would run its attempt: so it is ended as
 * {@code INTERRUPTED}, which does nothing if it was not, before its message is returned. Nothing is claimed meanwhile, or an
 * attempt that was claimed at the second try would be ended for the sake of the first. If the answer to that end is not heard
 * either, it may still be executed late: then the attempt is taken back, so that nobody ever claims its number again.
 * Not thread-safe.
 */
final class Doubts {

    private final Settlements settlements;
    private final String actor;
    private final Roster roster;
    private final Map<AttemptKey, Doubt> doubts = new LinkedHashMap<>();

    private static final class Doubt {
        private final Incarnation incarnation;
        private final Delivery delivery;
        private boolean unheard;

        Doubt(Incarnation incarnation, Delivery delivery) {
            this.incarnation = incarnation;
            this.delivery = delivery;
        }
    }

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
            AttemptKey key = doubt.delivery.key();
            end(doubt, key);
            if (doubt.unheard) {
                settlements.takeBack(actor, Reason.UNHEARD, List.of(key));
            }
            Faults.at(FaultPoint.DOUBT_SETTLED);
            doubts.remove(key);
            roster.remove(key);
            doubt.delivery.giveBack(Duration.ZERO);
        }
    }

    private void end(Doubt doubt, AttemptKey key) {
        AttemptEnd end =
                AttemptEnd.stopped(key, Outcome.INTERRUPTED, "the answer to its claim was not heard, so it never ran");
        try {
            settlements.end(doubt.incarnation, actor, "", List.of(end));
        } catch (RuntimeException | Error e) {
            // Without an answer it may still be executed at any time, also later than the next one.
            doubt.unheard |= !Outages.rolledBack(e);
            throw e;
        }
    }
}
