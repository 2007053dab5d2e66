package dev.holdfast.worker.drain;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.worker.WorkerEnds;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Outcome;
import dev.holdfast.worker.claim.Claimer;
import dev.holdfast.worker.finish.Finisher;
import dev.holdfast.worker.heartbeat.Halt;
import dev.holdfast.worker.heartbeat.Heartbeat;
import dev.holdfast.worker.join.Membership;
import dev.holdfast.worker.join.Membership.Term;
import dev.holdfast.worker.join.WorkerSettings;
import dev.holdfast.worker.receive.Receiver;
import dev.holdfast.worker.run.Attempt;
import dev.holdfast.worker.run.Attempts;
import dev.holdfast.worker.run.StopReason;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way out, taken once. */
public final class Leaving {

    private static final Logger log = LoggerFactory.getLogger(Leaving.class);
    private static final Duration BROKER_BOUND = Duration.ofSeconds(6);

    private final WorkerSettings settings;
    private final Membership membership;
    private final Receiver receiver;
    private final Claimer claimer;
    private final Attempts attempts;
    private final Finisher finisher;
    private final Heartbeat heartbeat;
    private final WorkerEnds ends;
    private final Halt halt;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final Set<AttemptKey> culprits = ConcurrentHashMap.newKeySet();

    public Leaving(
            WorkerSettings settings,
            Membership membership,
            Receiver receiver,
            Claimer claimer,
            Attempts attempts,
            Finisher finisher,
            Heartbeat heartbeat,
            WorkerEnds ends,
            Halt halt) {
        this.settings = settings;
        this.membership = membership;
        this.receiver = receiver;
        this.claimer = claimer;
        this.attempts = attempts;
        this.finisher = finisher;
        this.heartbeat = heartbeat;
        this.ends = ends;
        this.halt = halt;
    }

    /** An attempt that holds resources will not stop: from now on this worker is condemned. Returns at once. */
    public void condemn(Attempt culprit) {
        if (culprits.add(culprit.key())) {
            log.error(
                    "{} holds resources and ignores that it was asked to stop ({}): this worker takes no new work, and"
                            + " halts once the others are done",
                    culprit.key(),
                    culprit.stopReason());
            inBackground("it is condemned");
        }
    }

    /** Begins to leave, in a thread of its own; the process stays, unless a handler is stuck. */
    public void inBackground(String why, Runnable afterwards) {
        if (!begun.get()) {
            Thread thread = new Thread(
                    () -> {
                        if (leave(why)) {
                            afterwards.run();
                        }
                    },
                    "holdfast-drain");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void inBackground(String why) {
        inBackground(why, () -> {});
    }

    /**
     * Leaves, and returns when the row has ended; halts the process instead if code that holds resources does not return.
     * Whoever comes second waits for the first.
     *
     * @return whether this call did it
     */
    public synchronized boolean leave(String why) {
        if (!begun.compareAndSet(false, true)) {
            return false;
        }
        log.info("leaving because {}: {} attempts run", why, attempts.all().size());
        try {
            membership.leave();
            Faults.at(FaultPoint.LEAVE_BEGUN);
            heartbeat.soon();
            receiver.stopConsuming(BROKER_BOUND);
            Faults.at(FaultPoint.LEAVE_CONSUMERS_CANCELED);
            claimer.stop();
            Faults.at(FaultPoint.LEAVE_CLAIMS_STOPPED);
            if (!await(settings.shutdownGrace(), this::onlyCulpritsRun)) {
                attempts.all().forEach(a -> a.stop(StopReason.SHUTDOWN));
                Faults.at(FaultPoint.LEAVE_INTERRUPTED);
                await(settings.stopGrace(), this::onlyCulpritsRun);
            }
            if (!finisher.awaitAnswers(settings.ttl())) {
                log.warn("{} results could not be stored before the end of this process", finisher.waiting());
            }
            Faults.at(FaultPoint.LEAVE_RESULTS_STORED);
            lastAct(why);
            Faults.at(FaultPoint.LEAVE_ROW_ENDED);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    private boolean onlyCulpritsRun() {
        return attempts.all().stream()
                .allMatch(a -> a.isAbandoned() || (culprits.contains(a.key()) && !a.hasReturned()));
    }

    /**
     * The row and what it still owns. With code that holds resources still running, the end of the process follows at once.
     * What that code works on is left to whoever settles this process after its end: the answer to this statement may be
     * slow, and nobody else may get the resources before the code is gone.
     */
    private void lastAct(String why) {
        Set<AttemptKey> stuck = attempts.holdingResources().stream()
                .filter(a -> !a.hasReturned())
                .map(Attempt::key)
                .collect(Collectors.toUnmodifiableSet());
        if (!stuck.isEmpty()) {
            halt.killChildren();
        }
        Term term = membership.term();
        try {
            if (term != null) {
                endRow(term, stuck, "its worker stopped because " + why);
            }
        } finally {
            if (!stuck.isEmpty()) {
                halt.now("an attempt that holds resources did not return when it was asked to stop");
            }
        }
        membership.end();
    }

    /** Somebody may hold the row for a moment: tried as long as the lease holds, and once in any case. */
    private void endRow(Term term, Set<AttemptKey> stuck, String why) {
        while (true) {
            try {
                if (stuck.isEmpty()) {
                    ends.stopped(term.incarnation(), settings.actor(), why, this::endOf);
                } else {
                    ends.condemned(term.incarnation(), stuck, settings.actor(), why, this::endOf);
                }
                log.info("{} has {}", term.incarnation(), stuck.isEmpty() ? "stopped" : "revoked its own lease");
                return;
            } catch (RuntimeException e) {
                if (term.remaining().compareTo(settings.interruptMargin()) <= 0) {
                    log.error("cannot end the worker's row: whoever finds it settles what it owns", e);
                    return;
                }
                log.warn("cannot end the worker's row yet: {}", e.getMessage());
            }
        }
    }

    private AttemptEnd endOf(AttemptKey key) {
        Attempt attempt = attempts.get(key);
        StopReason reason = attempt == null ? null : attempt.stopReason();
        if (reason == StopReason.TIMEOUT) {
            return AttemptEnd.stopped(
                    key, Outcome.TIMED_OUT, "its code did not return when it was stopped at its timeout");
        }
        if (reason == StopReason.CANCEL) {
            return AttemptEnd.stopped(key, Outcome.CANCELED, "its code did not return when it was canceled");
        }
        return AttemptEnd.stopped(key, Outcome.INTERRUPTED, "its worker stopped before it was done");
    }

    private static boolean await(Duration atMost, BooleanSupplier done) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            Thread.sleep(10);
        }
        return true;
    }
}
