package dev.holdfast.worker.run;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.claim.ClaimResult.Claimed;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.task.Outcome;
import dev.holdfast.worker.finish.Finisher;
import dev.holdfast.worker.join.Membership;
import dev.holdfast.worker.join.WorkerSettings;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** Starts claimed attempts, each in a thread of its own, and passes on how they ended. */
public final class Runner {

    private static final Logger log = LoggerFactory.getLogger(Runner.class);

    private final Handlers handlers;
    private final JsonMapper json;
    private final Attempts attempts;
    private final Finisher finisher;
    private final Membership membership;
    private final WorkerSettings settings;
    private final RunListener listener;

    public Runner(
            Handlers handlers,
            JsonMapper json,
            Attempts attempts,
            Finisher finisher,
            Membership membership,
            WorkerSettings settings,
            RunListener listener) {
        this.handlers = handlers;
        this.json = json;
        this.attempts = attempts;
        this.finisher = finisher;
        this.membership = membership;
        this.settings = settings;
        this.listener = listener;
    }

    /** Returns at once. The slot is given back once the handler has returned, whatever happens. */
    public void start(Claimed claimed, Incarnation incarnation, Slots.Slot slot) {
        Attempt attempt = new Attempt(claimed, incarnation, slot);
        if (claimed.holdsResources() && membership.remaining(incarnation).compareTo(settings.interruptMargin()) <= 0) {
            // The answer to the claim came late: started now, it would be fenced at once. Or this process has another
            // incarnation meanwhile, and what the one before had claimed is settled.
            notStarted(attempt, "its worker was losing its lease before it started");
            return;
        }
        if (membership.isLeaving()) {
            notStarted(attempt, "its worker was shutting down before it started");
            return;
        }
        attempts.add(attempt);
        try {
            Threads.named("holdfast-run-" + claimed.route().type() + "-" + claimed.key(), settings.virtualThreads())
                    .newThread(() -> run(attempt))
                    .start();
        } catch (Throwable e) {
            log.error("no thread for {}", claimed.key(), e);
            attempts.remove(attempt);
            notStarted(attempt, "its worker had no thread for it: " + Errors.describe(e));
        }
    }

    /**
     * Settles an attempt that holds no resources and will not stop. Its code goes on and keeps its slot, its result counts
     * for nothing.
     */
    void abandon(Attempt attempt) {
        StopReason stop = attempt.stopReason();
        if (stop != null && attempt.settle()) {
            log.warn(
                    "{} ignores that it was asked to stop ({}): its slot is lost until it returns",
                    attempt.key(),
                    stop);
            Faults.at(FaultPoint.ATTEMPT_ABANDONED);
            finisher.keep(
                    attempt.incarnation(),
                    AttemptEnd.stopped(
                            attempt.key(),
                            Pipeline.outcomeOf(stop),
                            Pipeline.words(stop) + "; its code did not return when it was interrupted"));
        }
    }

    private void notStarted(Attempt attempt, String why) {
        finisher.keep(attempt.incarnation(), AttemptEnd.stopped(attempt.key(), Outcome.INTERRUPTED, why));
        attempt.slot().release();
    }

    private AttemptEnd outcomeOf(Attempt attempt) {
        try {
            RunContext context =
                    new RunContext(attempt, json, finisher, () -> membership.remaining(attempt.incarnation()));
            Handlers.Bound bound = handlers.forType(attempt.claimed().route().type());
            return new Pipeline(attempt, bound, context, json).run();
        } catch (Throwable e) {
            attempt.returned();
            log.error("running {} failed outside of its handler", attempt.key(), e);
            return AttemptEnd.failed(attempt.key(), "it could not be run: " + Errors.describe(e), true);
        }
    }

    /** An end that got lost would leave the task running for ever: not even an Error may do that. */
    private void keep(Attempt attempt, AttemptEnd end) {
        while (true) {
            try {
                finisher.keep(attempt.incarnation(), end);
                return;
            } catch (Error e) {
                log.error("cannot keep the end of {}, trying again", attempt.key(), e);
                LockSupport.parkNanos(1_000_000_000L);
            }
        }
    }

    private void run(Attempt attempt) {
        try {
            AttemptEnd end = outcomeOf(attempt);
            if (attempt.settle()) {
                keep(attempt, end);
            }
            listener.ran(attempt.claimed().route(), end.outcome(), attempt.age(System.nanoTime()));
        } finally {
            attempts.remove(attempt);
            attempt.slot().release();
        }
    }
}
