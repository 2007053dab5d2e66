package dev.holdfast.worker;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** What a running handler may know and say about its attempt. Safe to use from any thread the handler starts. */
public interface TaskContext {

    /** The task's id; the same for all its attempts. */
    UUID taskId();

    /** The attempt's number: 1 for the first; numbers rise and are never reused, but may skip. */
    int attempt();

    /**
     * A number that is larger than that of every earlier claim of any task. A system that is written to can refuse writes
     * with a smaller token than the largest it has seen for the resource, and so refuse an attempt that was given up.
     */
    long fencingToken();

    /** Whether this attempt should stop: canceled, timed out, fenced or shutting down. */
    boolean isCanceled();

    /**
     * How long this process may still act on the task's resources unless the lease is renewed; zero or negative once it
     * is over.
     */
    Duration leaseRemaining();

    /**
     * Shows progress. Returns at once; at most one write a second reaches the database, the latest wins.
     *
     * @param percent 0–100
     * @param message at most 500 characters, longer ones are cut
     */
    void progress(int percent, String message);

    /**
     * Stores a value that a later attempt of this task can read. Returns at once; at most one write a second reaches the
     * database, the latest wins; what was said last before the attempt ends is always written.
     *
     * @param value written as JSON, at most 64 KiB
     * @throws IllegalArgumentException if it is larger or cannot be written
     */
    void checkpoint(Object value);

    /** The last checkpoint that an earlier attempt of this task stored, if any. */
    <T> Optional<T> lastCheckpoint(Class<T> type);
}
