package dev.holdfast.worker.finish;

import dev.holdfast.task.AttemptKey;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The attempts that heartbeats list: from before their claim is sent until after their end was answered. One that is
 * missing from two heartbeats in a row is settled by the reaper. Thread-safe.
 */
public final class Roster {

    private final Set<AttemptKey> keys = ConcurrentHashMap.newKeySet();

    /** False if it was listed already. */
    public boolean add(AttemptKey key) {
        return keys.add(key);
    }

    public void remove(AttemptKey key) {
        keys.remove(key);
    }

    public Set<AttemptKey> keys() {
        return Set.copyOf(keys);
    }
}
