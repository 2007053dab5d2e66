package dev.holdfast.worker.run;

import dev.holdfast.worker.TaskContext;
import dev.holdfast.worker.finish.Finisher;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** What one handler sees of its attempt. */
final class RunContext implements TaskContext {

    static final int MAX_CHECKPOINT = 64 * 1024;

    private final Attempt attempt;
    private final JsonMapper json;
    private final Finisher finisher;
    private final Supplier<Duration> leaseRemaining;

    RunContext(Attempt attempt, JsonMapper json, Finisher finisher, Supplier<Duration> leaseRemaining) {
        this.attempt = attempt;
        this.json = json;
        this.finisher = finisher;
        this.leaseRemaining = leaseRemaining;
    }

    @Override
    public UUID taskId() {
        return attempt.key().task().value();
    }

    @Override
    public int attempt() {
        return attempt.key().number();
    }

    @Override
    public long fencingToken() {
        return attempt.claimed().fencingToken();
    }

    @Override
    public boolean isCanceled() {
        return attempt.isStopped();
    }

    @Override
    public Duration leaseRemaining() {
        return leaseRemaining.get();
    }

    @Override
    public void progress(int percent, String message) {
        int shown = Math.max(0, Math.min(100, percent));
        finisher.progress(attempt.incarnation(), attempt.key(), shown, message);
    }

    @Override
    public void checkpoint(Object value) {
        String text;
        try {
            text = Json.write(json, value, MAX_CHECKPOINT);
        } catch (JacksonException | Json.TooLargeException e) {
            throw new IllegalArgumentException("the checkpoint cannot be stored: " + e.getMessage(), e);
        }
        finisher.checkpoint(attempt.incarnation(), attempt.key(), text);
    }

    @Override
    public <T> Optional<T> lastCheckpoint(Class<T> type) {
        String stored = attempt.claimed().checkpoint();
        return stored == null ? Optional.empty() : Optional.ofNullable(json.readValue(stored, type));
    }
}
