package dev.holdfast.lease;

import java.time.Duration;

/**
 * The lease as its own process sees it. It counts by the monotonic clock from <em>before</em> the last answered renewal
 * was sent, so it ends no later than the lease in the database, whatever the clocks of the two machines say.
 *
 * <p>Thread-safe. {@code nanos} are values of {@link System#nanoTime()}.
 */
public final class LeaseClock {

    private final long ttlNanos;
    private volatile long deadline;

    /**
     * @param ttl how long a renewal holds; the same value that the process stores in its row
     * @param registeredAt nanos before the registration was sent
     */
    public LeaseClock(Duration ttl, long registeredAt) {
        this.ttlNanos = ttl.toNanos();
        this.deadline = registeredAt + ttlNanos;
    }

    /** A renewal was answered. @param sentAt nanos before it was sent; an older one than the last is ignored */
    public synchronized void renewed(long sentAt) {
        if (sentAt + ttlNanos - deadline > 0) {
            deadline = sentAt + ttlNanos;
        }
    }

    /** How long the lease still holds at {@code now}; zero or negative once it is over. */
    public Duration remaining(long now) {
        return Duration.ofNanos(deadline - now);
    }
}
