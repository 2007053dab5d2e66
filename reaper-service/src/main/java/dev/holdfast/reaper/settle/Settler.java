package dev.holdfast.reaper.settle;

import dev.holdfast.event.TaskTransition;
import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.reaper.detect.Conviction;
import dev.holdfast.store.reap.WorkerSighting;
import dev.holdfast.store.worker.WorkerEnds;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles the convicted, each in its own transaction. A worker that renewed its lease after all, or that somebody else ended,
 * is left alone. One that could not be settled now (a lock, a lost connection) is convicted again by the next look.
 */
public final class Settler {

    private static final Logger log = LoggerFactory.getLogger(Settler.class);

    private final WorkerEnds ends;
    private final String actor;
    private final Duration evidenceHolds;
    private final LongSupplier nanoClock;
    private final Runnable freed;
    private final Counter workersLost;
    private final Counter attemptsLost;
    private final Map<Incarnation, Conviction> pending = new LinkedHashMap<>();

    /**
     * @param actor who settles, for the history
     * @param evidenceHolds how old a conviction may be when it is acted on
     * @param freed called after tasks were settled: somebody may be granted something
     */
    public Settler(
            WorkerEnds ends,
            String actor,
            Duration evidenceHolds,
            LongSupplier nanoClock,
            Runnable freed,
            MeterRegistry meters) {
        this.ends = ends;
        this.actor = actor;
        this.evidenceHolds = evidenceHolds;
        this.nanoClock = nanoClock;
        this.freed = freed;
        this.workersLost = Counter.builder("holdfast.workers.lost")
                .description("worker processes that this reaper settled as dead")
                .register(meters);
        this.attemptsLost = Counter.builder("holdfast.attempts.lost")
                .description("attempts of dead workers that this reaper settled")
                .register(meters);
    }

    /** Takes note of the dead; a newer conviction of the same worker replaces the older. */
    public synchronized void accept(List<Conviction> convictions) {
        convictions.forEach(c -> pending.put(c.sighting().incarnation(), c));
    }

    /** Settles all that are noted. */
    public void settle() {
        RuntimeException failure = null;
        boolean first = true;
        for (Conviction conviction : take()) {
            if (!first) {
                Faults.at(FaultPoint.REAP_BETWEEN_WORKERS);
            }
            first = false;
            try {
                settle(conviction);
            } catch (RuntimeException e) {
                // The others must not wait for this one.
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** How many workers this reaper has settled since it started. */
    public long settledWorkers() {
        return (long) workersLost.count();
    }

    private synchronized List<Conviction> take() {
        List<Conviction> taken = List.copyOf(pending.values());
        pending.clear();
        return taken;
    }

    private void settle(Conviction conviction) {
        WorkerSighting worker = conviction.sighting();
        if (nanoClock.getAsLong() - conviction.at() > evidenceHolds.toNanos()) {
            log.info("the evidence against worker {} ({}) is stale, watching on", worker.name(), worker.incarnation());
            return;
        }
        Faults.at(FaultPoint.REAP_BEFORE_SETTLE);
        String why = "no heartbeat since %s (%.1f s); its counter stood still for %.1f s (ttl %.1f s)"
                .formatted(
                        worker.heartbeatAt(),
                        seconds(worker.silent()),
                        seconds(conviction.stoodStill()),
                        seconds(worker.ttl()));
        Optional<List<TaskTransition>> settled = ends.silent(worker.incarnation(), worker.beat(), actor, why);
        if (settled.isEmpty()) {
            log.info(
                    "worker {} ({}) renewed its lease or was settled meanwhile: nothing done",
                    worker.name(),
                    worker.incarnation());
            return;
        }
        workersLost.increment();
        attemptsLost.increment(settled.get().size());
        log.warn(
                "worker {} is dead (incarnation {}, host {}, pid {}, was {}): {}. {}",
                worker.name(),
                worker.incarnation(),
                worker.host(),
                worker.pid(),
                worker.state(),
                why,
                Fates.of(settled.get()));
        if (!settled.get().isEmpty()) {
            Faults.at(FaultPoint.REAP_BEFORE_SIGNAL);
            freed.run();
        }
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
