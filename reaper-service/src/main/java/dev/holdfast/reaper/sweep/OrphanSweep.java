package dev.holdfast.reaper.sweep;

import dev.holdfast.event.TaskTransition;
import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.reaper.detect.Observations;
import dev.holdfast.reaper.detect.Observations.Seen;
import dev.holdfast.reaper.settle.Fates;
import dev.holdfast.store.reap.OrphanedAttempts;
import dev.holdfast.store.reap.OrphanedAttempts.Owner;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles attempts whose incarnation has no live row. An ended row is proof enough: at once. Where the row itself is gone
 * (somebody deleted it) the process may still run; it finds its next renewal refused and fences itself. So it is settled when
 * it has been seen without a row for a whole ttl, as if silent.
 */
public final class OrphanSweep {

    private static final Logger log = LoggerFactory.getLogger(OrphanSweep.class);

    private final OrphanedAttempts orphans;
    private final String actor;
    private final Duration vanishedAfter;
    private final LongSupplier nanoClock;
    private final Runnable freed;
    private final Counter settledOrphans;
    private final Observations vanished;

    /**
     * @param vanishedAfter the largest ttl in use, for rows that cannot tell theirs any more
     * @param maxGap the longest time between two sweeps; after a longer one those are watched anew
     */
    public OrphanSweep(
            OrphanedAttempts orphans,
            String actor,
            Duration vanishedAfter,
            Duration maxGap,
            LongSupplier nanoClock,
            Runnable freed,
            MeterRegistry meters) {
        this.orphans = orphans;
        this.actor = actor;
        this.vanishedAfter = vanishedAfter;
        this.nanoClock = nanoClock;
        this.freed = freed;
        this.vanished = new Observations(maxGap);
        this.settledOrphans = Counter.builder("holdfast.orphans")
                .description("attempts without a live owner that this reaper settled")
                .register(meters);
    }

    /** One sweep. */
    public void sweep() {
        long asked = nanoClock.getAsLong();
        List<Owner> found = orphans.find();
        long answered = nanoClock.getAsLong();
        Set<Incarnation> goneLongEnough = vanished.look(
                        asked,
                        answered,
                        found.stream()
                                .filter(Owner::vanished)
                                .map(o -> new Seen(o.incarnation(), 0, vanishedAfter, true))
                                .toList())
                .keySet();
        for (Owner owner : found) {
            if (!owner.vanished() || goneLongEnough.contains(owner.incarnation())) {
                settle(owner);
            }
        }
    }

    private void settle(Owner owner) {
        Faults.at(FaultPoint.ORPHAN_FOUND);
        String why = owner.vanished()
                ? "its worker has no row; gone for %.1f s".formatted(vanishedAfter.toMillis() / 1000.0)
                : "left behind by worker %s, whose row is %s".formatted(owner.name(), owner.state());
        List<TaskTransition> settled = orphans.settle(owner.incarnation(), actor, why);
        if (settled.isEmpty()) {
            return;
        }
        Faults.at(FaultPoint.ORPHAN_AFTER_COMMIT);
        settledOrphans.increment(settled.size());
        log.warn("orphaned attempts of incarnation {}: {}. {}", owner.incarnation(), why, Fates.of(settled));
        freed.run();
    }
}
