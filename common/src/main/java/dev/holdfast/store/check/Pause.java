package dev.holdfast.store.check;

import java.time.Duration;

/** Waits, for something that must be seen twice. */
final class Pause {

    private Pause() {}

    /** @throws IllegalStateException if the thread is interrupted, which stays so: the service stops */
    static void of(Duration duration) {
        try {
            Thread.sleep(duration.toMillis() + 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting", e);
        }
    }
}
