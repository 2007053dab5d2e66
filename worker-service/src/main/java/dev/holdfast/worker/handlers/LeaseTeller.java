package dev.holdfast.worker.handlers;

import dev.holdfast.worker.TaskContext;
import java.io.IOException;
import java.time.Duration;

/** Passes the lease on to a watchdog whenever its end has moved. */
final class LeaseTeller {

    // Less is the time between two readings of the clock.
    private static final long MOVED_NANOS = Duration.ofMillis(100).toNanos();

    private final GuardedCommand command;
    private final TaskContext task;
    private boolean told;
    private long end;

    LeaseTeller(GuardedCommand command, TaskContext task) {
        this.command = command;
        this.task = task;
    }

    void tell() throws IOException {
        Duration remaining = task.leaseRemaining();
        long newEnd = System.nanoTime() + remaining.toNanos();
        if (told && Math.abs(newEnd - end) < MOVED_NANOS) {
            return;
        }
        // First the moment, then what is left: whatever comes between makes the watchdog early, not late.
        String now = Moment.now();
        command.lease(task.leaseRemaining(), now);
        told = true;
        end = newEnd;
    }
}
