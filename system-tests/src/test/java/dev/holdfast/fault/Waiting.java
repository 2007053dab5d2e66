package dev.holdfast.fault;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Bounded waits that say what did not happen. */
final class Waiting {

    private Waiting() {}

    static void until(String what, Duration limit, BooleanSupplier condition) {
        if (!within(limit, condition)) {
            throw new AssertionError("not within " + limit + ": " + what);
        }
    }

    static boolean within(Duration limit, BooleanSupplier condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            sleep(Duration.ofMillis(40));
        }
        return true;
    }

    static void sleep(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
