package dev.holdfast.worker.run;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** How many attempts may run at once. A delivery takes its slot when it arrives, long before it runs. Thread-safe. */
public final class Slots {

    private final int total;
    private final Runnable freed;
    private int busy;

    /** @param freed called after each release, in the releasing thread; must be quick */
    public Slots(int total, Runnable freed) {
        this.total = total;
        this.freed = freed;
    }

    /** A taken slot. */
    public final class Slot {
        private final AtomicBoolean released = new AtomicBoolean();

        /** Gives it back; the second time does nothing. */
        public void release() {
            if (released.compareAndSet(false, true)) {
                synchronized (Slots.this) {
                    busy--;
                }
                freed.run();
            }
        }
    }

    /** A slot, or null if none is free. */
    public synchronized @Nullable Slot tryTake() {
        if (busy == total) {
            return null;
        }
        busy++;
        return new Slot();
    }

    public synchronized int free() {
        return total - busy;
    }

    public synchronized int busy() {
        return busy;
    }

    public int total() {
        return total;
    }
}
