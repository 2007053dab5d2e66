package dev.holdfast.worker.finish;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The ends that wait for an answer, oldest first, bounded in bytes and age. Thread-safe. Whoever adds beyond the bound
 * waits: a worker that cannot store results takes no more work, rather than forget some.
 */
final class Kept {

    static final long MAX_BYTES = 64L * 1024 * 1024;
    static final Duration MAX_AGE = Duration.ofHours(24);

    private final long maxBytes;
    private final Deque<Ending> waiting = new ArrayDeque<>();
    private long bytes;

    Kept(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    synchronized void add(Ending ending) throws InterruptedException {
        while (bytes > 0 && bytes + ending.bytes() > maxBytes) {
            wait();
        }
        waiting.addLast(ending);
        bytes += ending.bytes();
    }

    /** Up to {@code max} of the oldest, which stay until {@link #answered}. */
    synchronized List<Ending> oldest(int max) {
        List<Ending> some = new ArrayList<>();
        for (Ending ending : waiting) {
            if (some.size() == max) {
                break;
            }
            some.add(ending);
        }
        return some;
    }

    synchronized void answered(List<Ending> those) {
        for (Ending ending : those) {
            if (waiting.remove(ending)) {
                bytes -= ending.bytes();
            }
        }
        notifyAll();
    }

    /** Removes and returns what is too old to matter to anybody. */
    synchronized List<Ending> expire(long now) {
        List<Ending> old = waiting.stream()
                .filter(e -> now - e.keptAt() > MAX_AGE.toNanos())
                .toList();
        answered(old);
        return old;
    }

    synchronized int size() {
        return waiting.size();
    }
}
