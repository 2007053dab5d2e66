package dev.holdfast.worker.handlers;

import dev.holdfast.worker.TaskContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A context whose lease, cancel and attempt the test decides on. */
final class RecordingContext implements TaskContext {

    final UUID taskId = UUID.randomUUID();
    final List<String> progress = new CopyOnWriteArrayList<>();
    volatile int attempt = 1;
    volatile boolean canceled;
    private volatile long leaseEnd;
    private volatile @Nullable Duration renewal;

    RecordingContext() {
        leaseFor(Duration.ofSeconds(30));
    }

    /** The lease ends that long from now, once. */
    void leaseFor(Duration remaining) {
        leaseEnd = System.nanoTime() + remaining.toNanos();
    }

    /** Whoever asks finds the lease renewed, once half a second has passed. */
    void renewingLease(Duration ttl) {
        leaseFor(ttl);
        renewal = ttl;
    }

    @Override
    public UUID taskId() {
        return taskId;
    }

    @Override
    public int attempt() {
        return attempt;
    }

    @Override
    public long fencingToken() {
        return 4711;
    }

    @Override
    public boolean isCanceled() {
        return canceled;
    }

    @Override
    public Duration leaseRemaining() {
        Duration remaining = Duration.ofNanos(leaseEnd - System.nanoTime());
        Duration ttl = renewal;
        if (ttl != null && remaining.compareTo(ttl.minusMillis(500)) < 0) {
            leaseFor(ttl);
            return ttl;
        }
        return remaining;
    }

    @Override
    public void progress(int percent, String message) {
        progress.add(percent + " " + message);
    }

    @Override
    public void checkpoint(Object value) {
        throw new UnsupportedOperationException("no built-in handler stores checkpoints");
    }

    @Override
    public <T> Optional<T> lastCheckpoint(Class<T> type) {
        return Optional.empty();
    }
}
