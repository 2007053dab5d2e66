package dev.holdfast.reaper.sweep;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.reaper.settle.Fates;
import dev.holdfast.store.reap.OverdueAttempts;
import dev.holdfast.store.reap.OverdueAttempts.Enforced;
import dev.holdfast.store.reap.OverdueAttempts.Grace;
import dev.holdfast.store.reap.OverdueAttempts.Overdue;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends attempts that would not stop, or condemns the worker that runs them. */
public final class OverdueSweep {

    private static final Logger log = LoggerFactory.getLogger(OverdueSweep.class);
    private static final String WHY = "still running long after its worker was asked to stop it";

    private final OverdueAttempts attempts;
    private final Grace grace;
    private final String actor;
    private final Runnable freed;
    private final Counter enforced;

    public OverdueSweep(OverdueAttempts attempts, Grace grace, String actor, Runnable freed, MeterRegistry meters) {
        this.attempts = attempts;
        this.grace = grace;
        this.actor = actor;
        this.freed = freed;
        this.enforced = Counter.builder("holdfast.overdue")
                .description("attempts that would not stop: ended, or the reason why their worker was condemned")
                .register(meters);
    }

    /** One sweep. */
    public void sweep() {
        Map<Incarnation, List<Overdue>> byWorker = attempts.find(grace).stream()
                .collect(Collectors.groupingBy(Overdue::worker, LinkedHashMap::new, Collectors.toList()));
        byWorker.forEach(this::enforce);
    }

    private void enforce(Incarnation worker, List<Overdue> overdue) {
        Faults.at(FaultPoint.OVERDUE_FOUND);
        Enforced done = attempts.enforce(worker, grace, actor, WHY);
        Faults.at(FaultPoint.OVERDUE_AFTER_COMMIT);
        if (done.condemned()) {
            List<String> culprits = overdue.stream()
                    .filter(Overdue::holds)
                    .map(o -> o.key().toString())
                    .toList();
            enforced.increment(culprits.size());
            log.warn(
                    "worker {} (incarnation {}) is condemned: {} hold resources and are {}. Its lease is not renewed any more;"
                            + " what it has is settled when that has run out",
                    overdue.get(0).workerName(),
                    worker,
                    culprits,
                    WHY);
        }
        if (!done.settled().isEmpty()) {
            enforced.increment(done.settled().size());
            log.warn(
                    "attempts of worker {} (incarnation {}) that hold nothing are ended, {}. {}",
                    overdue.get(0).workerName(),
                    worker,
                    WHY,
                    Fates.of(done.settled()));
            freed.run();
        }
    }
}
