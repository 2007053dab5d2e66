package dev.holdfast.reaper.sweep;

import dev.holdfast.event.TaskTransition;
import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.reaper.settle.Fates;
import dev.holdfast.store.reap.ForgottenAttempts;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settles attempts that their live worker does not know. */
public final class ForgottenSweep {

    private static final Logger log = LoggerFactory.getLogger(ForgottenSweep.class);
    private static final String WHY = "its live worker did not list it in two heartbeats after the claim";

    private final ForgottenAttempts attempts;
    private final String actor;
    private final Runnable freed;
    private final Counter forgotten;

    public ForgottenSweep(ForgottenAttempts attempts, String actor, Runnable freed, MeterRegistry meters) {
        this.attempts = attempts;
        this.actor = actor;
        this.freed = freed;
        this.forgotten = Counter.builder("holdfast.forgotten")
                .description("attempts unknown to their live worker that this reaper settled")
                .register(meters);
    }

    /** One sweep. */
    public void sweep() {
        for (Incarnation worker : attempts.find()) {
            Faults.at(FaultPoint.FORGOTTEN_FOUND);
            List<TaskTransition> settled = attempts.settle(worker, actor, WHY);
            if (settled.isEmpty()) {
                continue;
            }
            Faults.at(FaultPoint.FORGOTTEN_AFTER_COMMIT);
            forgotten.increment(settled.size());
            log.warn("forgotten attempts of the live incarnation {}: {}. {}", worker, WHY, Fates.of(settled));
            freed.run();
        }
    }
}
