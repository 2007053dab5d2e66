package dev.holdfast.chaos.storm;

import java.time.Duration;

/** Short leases, so that a run of minutes sees as many of them end as a production sees in years. */
final class Timing {

    static final Duration HEARTBEAT = Duration.ofMillis(500);
    static final Duration TTL = Duration.ofSeconds(3);
    static final Duration PASS = Duration.ofSeconds(1);
    static final Duration STOP_GRACE = Duration.ofSeconds(2);
    static final Duration SHUTDOWN_GRACE = Duration.ofSeconds(3);

    /** Within which everything must be final once the faults have stopped. */
    static final Duration SETTLE = Duration.ofSeconds(120);

    private Timing() {}

    static String ms(Duration duration) {
        return duration.toMillis() + "ms";
    }

    static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StormInterrupted(e);
        }
    }
}
