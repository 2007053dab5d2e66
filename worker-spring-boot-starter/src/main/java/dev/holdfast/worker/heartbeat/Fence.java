package dev.holdfast.worker.heartbeat;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.loop.Loop;
import dev.holdfast.worker.join.Membership;
import dev.holdfast.worker.join.WorkerSettings;
import dev.holdfast.worker.run.Attempt;
import dev.holdfast.worker.run.Attempts;
import dev.holdfast.worker.run.StopReason;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops what must not outlive the lease, by a thread of its own. An attempt is measured by the lease of the incarnation
 * that claimed it: one from before a new registration has none.
 */
public final class Fence {

    private static final Logger log = LoggerFactory.getLogger(Fence.class);

    private final Membership membership;
    private final Attempts attempts;
    private final FenceSchedule schedule;
    private final Halt halt;
    private final Loop loop;

    public Fence(WorkerSettings settings, Membership membership, Attempts attempts, Halt halt) {
        this.membership = membership;
        this.attempts = attempts;
        this.schedule = new FenceSchedule(settings.interruptMargin(), settings.haltMargin());
        this.halt = halt;
        this.loop = new Loop("holdfast-fence", lookEvery(settings.ttl()), this::look);
    }

    public void start() {
        loop.start();
    }

    public void stop() {
        loop.stop();
    }

    void look() {
        List<Attempt> holding = attempts.holdingResources();
        if (holding.isEmpty()) {
            return;
        }
        List<Attempt> stop = at(holding, FenceSchedule.Step.INTERRUPT);
        List<Attempt> over = at(holding, FenceSchedule.Step.HALT);
        interrupt(stop);
        interrupt(over);
        haltUnlessReturned(over);
    }

    private List<Attempt> at(List<Attempt> holding, FenceSchedule.Step step) {
        return holding.stream()
                .filter(a -> schedule.at(membership.remaining(a.incarnation())) == step)
                .toList();
    }

    private void interrupt(List<Attempt> holding) {
        for (Attempt attempt : holding) {
            if (attempt.stop(StopReason.FENCE)) {
                log.warn("the lease is about to end: interrupting {}, which holds resources", attempt.key());
                Faults.at(FaultPoint.FENCE_INTERRUPTED);
            }
        }
    }

    private void haltUnlessReturned(List<Attempt> holding) {
        for (Attempt attempt : holding) {
            if (!attempt.hasReturned()) {
                halt.now("the lease ends and " + attempt.key() + ", which holds resources, has not returned");
                return;
            }
        }
    }

    private static Duration lookEvery(Duration ttl) {
        return Duration.ofMillis(Math.max(10, Math.min(50, ttl.toMillis() / 100)));
    }
}
