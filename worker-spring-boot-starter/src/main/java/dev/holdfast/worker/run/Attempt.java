package dev.holdfast.worker.run;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.claim.ClaimResult.Claimed;
import dev.holdfast.task.AttemptKey;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One running attempt: its claim, its thread, and whether it was asked to stop. Thread-safe. */
public final class Attempt {

    private final Claimed claimed;
    private final Incarnation incarnation;
    private final Slots.Slot slot;
    private final long startedAt = System.nanoTime();
    private @Nullable Thread thread;
    private @Nullable StopReason stop;
    private long stoppedAt;
    private boolean noticed;
    private boolean returned;
    private boolean settled;

    Attempt(Claimed claimed, Incarnation incarnation, Slots.Slot slot) {
        this.claimed = claimed;
        this.incarnation = incarnation;
        this.slot = slot;
    }

    public AttemptKey key() {
        return claimed.key();
    }

    public Claimed claimed() {
        return claimed;
    }

    public Incarnation incarnation() {
        return incarnation;
    }

    public boolean holdsResources() {
        return claimed.holdsResources();
    }

    Slots.Slot slot() {
        return slot;
    }

    Duration age(long now) {
        return Duration.ofNanos(now - startedAt);
    }

    /**
     * Asks it to stop; the first reason counts, the thread is interrupted once.
     *
     * @return whether this call was the first
     */
    public synchronized boolean stop(StopReason why) {
        if (stop != null || returned) {
            return false;
        }
        stop = why;
        stoppedAt = System.nanoTime();
        if (thread != null) {
            thread.interrupt();
        }
        return true;
    }

    public synchronized @Nullable StopReason stopReason() {
        return stop;
    }

    /** How long ago it was asked to stop and still has not returned; zero if it was not asked. */
    public synchronized Duration ignoring(long now) {
        return stop == null || returned ? Duration.ZERO : Duration.ofNanos(now - stoppedAt);
    }

    /** Its code runs in this thread from now on. */
    synchronized void began(Thread current) {
        thread = current;
        if (stop != null) {
            current.interrupt();
        }
    }

    /** Its code has returned: no interrupt comes after this, and none is pending. */
    synchronized void returned() {
        returned = true;
        thread = null;
        boolean pending = Thread.interrupted();
        noticed |= stop != null && !pending;
    }

    /** The handler looked whether it should stop. */
    synchronized boolean isStopped() {
        noticed |= stop != null;
        return stop != null;
    }

    /** Whether the handler took note of the stop before it returned. */
    synchronized boolean noticedStop() {
        return noticed;
    }

    public synchronized boolean hasReturned() {
        return returned;
    }

    /** Its end was sent although its code goes on. */
    public synchronized boolean isAbandoned() {
        return settled && !returned;
    }

    /** True for the one caller that may send its end. */
    synchronized boolean settle() {
        boolean first = !settled;
        settled = true;
        return first;
    }
}
