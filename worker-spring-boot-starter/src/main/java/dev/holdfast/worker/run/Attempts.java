package dev.holdfast.worker.run;

import dev.holdfast.task.AttemptKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The attempts whose code runs in this process. Thread-safe. */
public final class Attempts {

    private final Map<AttemptKey, Attempt> running = new ConcurrentHashMap<>();

    void add(Attempt attempt) {
        running.put(attempt.key(), attempt);
    }

    void remove(Attempt attempt) {
        running.remove(attempt.key(), attempt);
    }

    public @Nullable Attempt get(AttemptKey key) {
        return running.get(key);
    }

    public List<Attempt> all() {
        return List.copyOf(running.values());
    }

    /** Those whose code must have returned before the lease ends. */
    public List<Attempt> holdingResources() {
        return running.values().stream().filter(Attempt::holdsResources).toList();
    }

    public void stop(Collection<AttemptKey> keys, StopReason why) {
        for (AttemptKey key : keys) {
            Attempt attempt = running.get(key);
            if (attempt != null) {
                attempt.stop(why);
            }
        }
    }

    public boolean isEmpty() {
        return running.isEmpty();
    }
}
