package dev.holdfast.examples;

import dev.holdfast.task.AttemptKey;
import dev.holdfast.worker.TaskContext;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/** What the handler of an attempt sees whose process has slept past its lease and does not know it yet. */
record OldAttempt(AttemptKey key, long fencingToken) implements TaskContext {

    @Override
    public UUID taskId() {
        return key.task().value();
    }

    @Override
    public int attempt() {
        return key.number();
    }

    @Override
    public boolean isCanceled() {
        return false;
    }

    @Override
    public Duration leaseRemaining() {
        return Duration.ZERO;
    }

    @Override
    public void progress(int percent, String message) {}

    @Override
    public void checkpoint(Object value) {}

    @Override
    public <T> Optional<T> lastCheckpoint(Class<T> type) {
        return Optional.empty();
    }
}
