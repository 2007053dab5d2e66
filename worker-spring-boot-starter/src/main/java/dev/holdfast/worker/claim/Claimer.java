package dev.holdfast.worker.claim;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.loop.Loop;
import dev.holdfast.store.Outages;
import dev.holdfast.store.claim.ClaimResult;
import dev.holdfast.store.claim.Claims;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Reason;
import dev.holdfast.task.TaskId;
import dev.holdfast.worker.finish.Roster;
import dev.holdfast.worker.join.Membership;
import dev.holdfast.worker.join.Membership.Term;
import dev.holdfast.worker.join.WorkerSettings;
import dev.holdfast.worker.run.Runner;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

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
    /** Those whose batch met a locked row: claimed one by one, so that nobody waits for another's lock. */
    private final Queue<Delivery> alone = new ArrayDeque<>();

    private final Doubts doubts;
    private final Loop loop = new Loop("holdfast-claim", Duration.ofMillis(500), this::pass);

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
        this.doubts = new Doubts(settlements, settings.actor(), roster);
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
        doubts.settle();
        while (!arrived.isEmpty() || !alone.isEmpty()) {
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
        Delivery lonely = alone.poll();
        if (lonely != null) {
            batch.put(lonely.key(), lonely);
            return batch;
        }
        Set<TaskId> tasks = new HashSet<>();
        List<Delivery> later = new ArrayList<>();
        for (Delivery next = arrived.poll(); next != null; next = arrived.poll()) {
            if (tasks.add(next.key().task())) {
                batch.put(next.key(), next);
            } else {
                later.add(next);
            }
            if (batch.size() == BATCH) {
                break;
            }
        }
        arrived.addAll(later);
        return batch;
    }

    private void claim(Incarnation incarnation, Map<AttemptKey, Delivery> batch) {
        Set<AttemptKey> listedNow = new HashSet<>();
        batch.keySet().stream().filter(roster::add).forEach(listedNow::add);
        List<ClaimResult> results;
        try {
            Faults.at(FaultPoint.CLAIM_BEFORE);
            results = claims.claim(incarnation, settings.workerName(), List.copyOf(batch.keySet()));
            Faults.at(FaultPoint.CLAIM_AFTER_COMMIT);
        } catch (RuntimeException | Error e) {
            if (Outages.rolledBack(e)) {
                listedNow.forEach(roster::remove);
                apart(batch);
                return;
            }
            doubt(incarnation, batch, listedNow);
            throw e;
        }
        for (ClaimResult result : results) {
            Delivery delivery = batch.remove(result.key());
            if (delivery != null) {
                answer(result, incarnation, delivery, listedNow.contains(result.key()));
            }
        }
        batch.values().forEach(d -> d.giveBack(MOMENT));
    }

    private void apart(Map<AttemptKey, Delivery> batch) {
        if (batch.size() == 1) {
            batch.values().forEach(d -> d.giveBack(MOMENT));
        } else {
            alone.addAll(batch.values());
        }
    }

    private void answer(ClaimResult result, Incarnation incarnation, Delivery delivery, boolean listedNow) {
        if (result instanceof ClaimResult.Claimed claimed) {
            runner.start(claimed, incarnation, delivery.slot());
            Faults.at(FaultPoint.CLAIM_BEFORE_ACK);
            delivery.ack();
            return;
        }
        if (listedNow) {
            roster.remove(result.key());
        }
        if (result instanceof ClaimResult.Gone) {
            done(delivery);
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
            Faults.at(FaultPoint.CLAIM_ENDED_BEFORE_ACK);
            done(delivery);
        } catch (DataAccessException e) {
            log.debug("cannot settle {} now, returning its message", delivery.key(), e);
            delivery.giveBack(MOMENT);
        }
    }

    private static void done(Delivery delivery) {
        delivery.slot().release();
        delivery.ack();
    }

    /** An attempt that was listed before runs here already and cannot have been claimed again: it is in no doubt. */
    private void doubt(Incarnation incarnation, Map<AttemptKey, Delivery> batch, Set<AttemptKey> listedNow) {
        batch.forEach((key, delivery) -> {
            if (listedNow.contains(key)) {
                doubts.add(incarnation, delivery);
            } else {
                delivery.giveBack(MOMENT);
            }
        });
    }

    private void returnArrived() {
        for (Delivery next = alone.poll(); next != null; next = alone.poll()) {
            next.giveBack(Duration.ZERO);
        }
        for (Delivery next = arrived.poll(); next != null; next = arrived.poll()) {
            next.giveBack(Duration.ZERO);
        }
    }
}
