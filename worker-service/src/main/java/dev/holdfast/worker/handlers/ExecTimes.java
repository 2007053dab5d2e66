package dev.holdfast.worker.handlers;

import dev.holdfast.worker.join.WorkerSettings;
import java.time.Duration;

/**
 * The times of {@code exec} that follow from those of its worker.
 *
 * @param margin how long before the end of the lease a command is killed: between the moment in which the worker interrupts
 *     (3 s before) and that in which it halts (1 s before)
 * @param grace what a command that is told to stop has between SIGTERM and SIGKILL
 */
record ExecTimes(Duration margin, Duration grace) {

    /** Throws if the grace is so long that a stopped command would cost its worker. */
    static ExecTimes of(WorkerSettings worker, ExecProperties exec) {
        Duration margin = worker.interruptMargin().plus(worker.haltMargin()).dividedBy(2);
        Duration grace =
                exec.stopGrace() == null ? worker.stopGrace().multipliedBy(2).dividedBy(5) : exec.stopGrace();
        if (grace.isNegative() || grace.compareTo(worker.stopGrace()) >= 0) {
            throw new IllegalArgumentException("holdfast.exec.stop-grace is " + grace.toMillis()
                    + " ms; it must be shorter than holdfast.worker.stop-grace, "
                    + worker.stopGrace().toMillis()
                    + " ms, after which a handler that has not returned costs its worker");
        }
        return new ExecTimes(margin, grace);
    }
}
