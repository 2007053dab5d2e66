package dev.holdfast.worker.claim;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.loop.Loop;
import dev.holdfast.store.claim.ClaimResult;
import dev.holdfast.store.claim.Claims;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Outcome;
import dev.holdfast.task.Reason;
import dev.holdfast.worker.finish.Roster;
import dev.holdfast.worker.join.Membership;
import dev.holdfast.worker.join.Membership.Term;
import dev.holdfast.worker.join.WorkerSettings;
import dev.holdfast.worker.run.Runner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.PessimisticLockingFailureException;

/** Claims deliveries, in one thread. */
public final class Claimer {

    private static final Logger log = LoggerFactory.getLogger(Claimer.class);
    private static final int BATCH = 64;
    private static final Duration MOMENT = Duration.ofMillis(250);

    private final Claims claims;
    private final Settlements settlements;
    private final WorkerSettings settings;
    private final Membership membership;
    private final Roster roster;
    private final Runner runner;
    private final Runnable leaseRefused;
    private final LinkedBlockingQueue<Delivery> arrived = new LinkedBlockingQueue<>();
    private final Map<AttemptKey, Doubt> doubts = new LinkedHashMap<>();
    private final Loop loop = new Loop("holdfast-claim", Duration.ofMillis(500), this::pass);

    /** A claim whose answer was not heard. */
    private record Doubt(Incarnation incarnation, Delivery delivery) {}

    /** @param leaseRefused called when the database refused a claim because this incarnation has no valid lease */
    public Claimer(
            Claims claims,
            Settlements settlements,
            WorkerSettings settings,
            Membership membership,
            Roster roster,
            Runner runner,
            Runnable leaseRefused) {
        this.claims = claims;
        this.settlements = settlements;
        this.settings = settings;
        this.membership = membership;
        this.roster = roster;
        this.runner = runner;
        this.leaseRefused = leaseRefused;
    }

    public void start() {
        loop.start();
    }

    /** Ends the claim that is on its way and returns what has not been claimed. */
    public void stop() {
        loop.stop();
        returnArrived();
    }

    /** Takes over a delivery. */
    public void offer(Delivery delivery) {
        arrived.add(delivery);
        loop.signal();
    }

    private void pass() {
        settleDoubts();
        while (!arrived.isEmpty()) {
            Term term = membership.term();
            if (term == null || !membership.takesWork()) {
                returnArrived();
                return;
            }
            claim(term.incarnation(), nextBatch());
        }
    }

    /** What has arrived, no task twice: a second message of a task waits for the answer to the first. */
    private Map<AttemptKey, Delivery> nextBatch() {
        Map<AttemptKey, Delivery> batch = new LinkedHashMap<>();
        List<Delivery> later = new ArrayList<>();
        while (batch.size() < BATCH) {
            Delivery next = arrived.poll();
            if (next == null) {
                break;
            }
            boolean known = batch.keySet().stream()
                    .anyMatch(k -> k.task().equals(next.key().task()));
            if (known) {
                later.add(next);
            } else {
                batch.put(next.key(), next);
            }
        }
        arrived.addAll(later);
        return batch;
    }

    private void claim(Incarnation incarnation, Map<AttemptKey, Delivery> batch) {
        Map<AttemptKey, Boolean> listedHere = new LinkedHashMap<>();
        batch.keySet().forEach(key -> listedHere.put(key, roster.add(key)));
        List<ClaimResult> results;
        try {
            results = claims.claim(incarnation, settings.workerName(), List.copyOf(batch.keySet()));
        } catch (PessimisticLockingFailureException e) {
            unlist(listedHere);
            apart(incarnation, batch);
            return;
        } catch (DataAccessException e) {
            doubt(incarnation, batch, listedHere);
            throw e;
        }
        for (ClaimResult result : results) {
            Delivery delivery = batch.remove(result.key());
            if (delivery != null) {
                answer(result, incarnation, delivery, Boolean.TRUE.equals(listedHere.get(result.key())));
            }
        }
    }

    /** Some row stayed locked: the others of the batch need not wait for it. */
    private void apart(Incarnation incarnation, Map<AttemptKey, Delivery> batch) {
        if (batch.size() == 1) {
            batch.values().forEach(d -> d.giveBack(MOMENT));
            return;
        }
        batch.forEach((key, delivery) -> claim(incarnation, new LinkedHashMap<>(Map.of(key, delivery))));
    }

    private void answer(ClaimResult result, Incarnation incarnation, Delivery delivery, boolean listedHere) {
        if (result instanceof ClaimResult.Claimed claimed) {
            runner.start(claimed, incarnation, delivery.slot());
            delivery.ack();
            return;
        }
        if (listedHere) {
            roster.remove(result.key());
        }
        if (result instanceof ClaimResult.Gone) {
            delivery.slot().release();
            delivery.ack();
        } else if (result instanceof ClaimResult.Expired) {
            endThenAck(
                    delivery,
                    () -> settlements.expire(
                            settings.actor(), List.of(result.key().task())));
        } else if (result instanceof ClaimResult.Paused) {
            endThenAck(delivery, () -> settlements.takeBack(settings.actor(), Reason.PAUSED, List.of(result.key())));
        } else if (result instanceof ClaimResult.OtherSuspectRuns) {
            delivery.giveBack(MOMENT);
        } else {
            delivery.giveBack(MOMENT);
            membership.suspend();
            leaseRefused.run();
        }
    }

    private void endThenAck(Delivery delivery, Runnable end) {
        try {
            end.run();
            delivery.slot().release();
            delivery.ack();
        } catch (DataAccessException e) {
            log.debug("cannot settle {} now, returning its message", delivery.key(), e);
            delivery.giveBack(MOMENT);
        }
    }

    private void unlist(Map<AttemptKey, Boolean> listedHere) {
        listedHere.forEach((key, here) -> {
            if (here) {
                roster.remove(key);
            }
        });
    }

    /** An attempt that runs here already cannot have been claimed again: only those listed by this call are in doubt. */
    private void doubt(Incarnation incarnation, Map<AttemptKey, Delivery> batch, Map<AttemptKey, Boolean> listedHere) {
        batch.forEach((key, delivery) -> {
            if (Boolean.TRUE.equals(listedHere.get(key))) {
                doubts.put(key, new Doubt(incarnation, delivery));
            } else {
                delivery.giveBack(MOMENT);
            }
        });
    }

    private void settleDoubts() {
        for (Doubt doubt : List.copyOf(doubts.values())) {
            AttemptKey key = doubt.delivery().key();
            settlements.end(
                    doubt.incarnation(),
                    settings.actor(),
                    "",
                    List.of(AttemptEnd.stopped(
                            key, Outcome.INTERRUPTED, "the answer to its claim was not heard; it never ran")));
            doubts.remove(key);
            roster.remove(key);
            doubt.delivery().giveBack(Duration.ZERO);
        }
    }

    private void returnArrived() {
        while (true) {
            Delivery next = arrived.poll();
            if (next == null) {
                return;
            }
            next.giveBack(Duration.ZERO);
        }
    }
}
