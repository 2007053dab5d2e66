package dev.holdfast.reaper.detect;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.reaper.detect.Observations.Seen;
import dev.holdfast.store.reap.WorkerSighting;
import dev.holdfast.store.reap.WorkerWatch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Looks at the workers and passes on whom it finds dead. It does nothing else, so that no lock and no long settlement can make
 * it miss a look.
 */
public final class Detector {

    private final WorkerWatch watch;
    private final LongSupplier nanoClock;
    private final Consumer<List<Conviction>> convicted;
    private final Observations observations;
    private volatile int watched;

    /**
     * @param nanoClock monotonic, like {@link System#nanoTime()}
     * @param maxGap the longest time between two looks
     * @param convicted gets the dead of each look that found some; must not block
     */
    public Detector(WorkerWatch watch, LongSupplier nanoClock, Duration maxGap, Consumer<List<Conviction>> convicted) {
        this.watch = watch;
        this.nanoClock = nanoClock;
        this.observations = new Observations(maxGap);
        this.convicted = convicted;
    }

    /** One look. */
    public void look() {
        long asked = nanoClock.getAsLong();
        List<WorkerSighting> sightings = watch.look();
        long answered = nanoClock.getAsLong();
        Faults.at(FaultPoint.REAP_LOOKED);
        Map<Incarnation, Duration> dead = observations.look(
                asked,
                answered,
                sightings.stream()
                        .map(s -> new Seen(s.incarnation(), s.beat(), s.ttl(), s.lapsed()))
                        .toList());
        watched = observations.watched().size();
        if (!dead.isEmpty()) {
            convicted.accept(sightings.stream()
                    .filter(s -> dead.containsKey(s.incarnation()))
                    .map(s -> new Conviction(s, dead.getOrDefault(s.incarnation(), Duration.ZERO), asked))
                    .toList());
        }
    }

    /** How many workers the last look watched. */
    public int watched() {
        return watched;
    }
}
