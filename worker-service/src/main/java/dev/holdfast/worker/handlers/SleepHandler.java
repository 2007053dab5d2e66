package dev.holdfast.worker.handlers;

import dev.holdfast.worker.NonRetryableException;
import dev.holdfast.worker.TaskContext;
import dev.holdfast.worker.TaskHandler;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Takes its time and says how far it is; stops when it is told to. For trials. */
final class SleepHandler implements TaskHandler<SleepHandler.Input, SleepHandler.Result> {

    private static final long MOST_BETWEEN_REPORTS = Duration.ofSeconds(1).toNanos();
    private static final Duration LONGEST = Duration.ofDays(365);

    /**
     * How long to sleep: one of both.
     *
     * @param ms in milliseconds
     * @param duration as {@code 10s}, {@code 500ms} or {@code PT10S}
     */
    record Input(@Nullable Long ms, @Nullable String duration) {}

    /** How long it slept. */
    record Result(long ms) {}

    @Override
    public String type() {
        return "sleep";
    }

    @Override
    public Result run(Input input, TaskContext task) throws Exception {
        Duration total = total(input);
        long start = System.nanoTime();
        long nanos = total.toNanos();
        long done = 0;
        while (done < nanos) {
            if (task.isCanceled()) {
                throw new InterruptedException("canceled");
            }
            sleep(Math.min(nanos - done, MOST_BETWEEN_REPORTS));
            done = System.nanoTime() - start;
            int percent = (int) Math.min(100, done * 100.0 / nanos);
            task.progress(percent, "slept " + Duration.ofNanos(done).toMillis() + " of " + total.toMillis() + " ms");
        }
        return new Result(total.toMillis());
    }

    private static void sleep(long nanos) throws InterruptedException {
        Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
    }

    private static Duration total(Input input) throws NonRetryableException {
        if ((input.ms() == null) == (input.duration() == null)) {
            throw new NonRetryableException("the payload must give either ms or duration");
        }
        Duration total =
                input.ms() != null ? Duration.ofMillis(input.ms()) : Durations.parse("duration", input.duration());
        if (total.isNegative() || total.compareTo(LONGEST) > 0) {
            throw new NonRetryableException("a sleep lasts from 0 ms to 365 days, not " + total);
        }
        return total;
    }
}
