package dev.holdfast.store.inspect;

import dev.holdfast.store.inspect.TaskView.Content;
import dev.holdfast.store.inspect.TaskView.Progress;
import dev.holdfast.store.submit.Backoff;
import dev.holdfast.store.submit.Submission.Policies;
import dev.holdfast.task.Reason;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import dev.holdfast.task.WorkerLostPolicy;
import jakarta.persistence.Column;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/** The columns of {@code task_overview} that are small. Hibernate fills the fields in; the names are those of the view. */
@MappedSuperclass
@NullUnmarked
abstract class TaskColumns {

    @Id
    UUID id;

    String type;
    String queue;

    @Enumerated(EnumType.STRING)
    @Column(columnDefinition = "text")
    TaskState state;

    @Column(name = "live_state")
    String liveState;

    @Column(name = "done_state")
    String doneState;

    @Enumerated(EnumType.STRING)
    @Column(columnDefinition = "text")
    Reason reason;

    int attempt;
    String worker;
    UUID incarnation;
    String resources;
    short priority;
    String labels;
    int failures;
    int losses;

    @Column(name = "timeout_ms")
    long timeoutMs;

    @Column(name = "max_attempts")
    int maxAttempts;

    @Column(name = "max_lost")
    int maxLost;

    @Enumerated(EnumType.STRING)
    @Column(name = "on_worker_lost", columnDefinition = "text")
    WorkerLostPolicy onWorkerLost;

    @Column(name = "backoff_initial_ms")
    long backoffInitialMs;

    @Column(name = "backoff_max_ms")
    long backoffMaxMs;

    @Column(name = "backoff_factor")
    double backoffFactor;

    @Column(name = "backoff_jitter")
    double backoffJitter;

    @Column(name = "progress_percent")
    Short progressPercent;

    @Column(name = "progress_message")
    String progressMessage;

    @Column(name = "progress_at")
    Instant progressAt;

    String error;

    @Column(name = "retry_of")
    UUID retryOf;

    @Column(name = "retried_by")
    UUID retriedBy;

    @Column(name = "created_at")
    Instant createdAt;

    @Column(name = "run_at")
    Instant runAt;

    @Column(name = "due_at")
    Instant dueAt;

    @Column(name = "expires_at")
    Instant expiresAt;

    @Column(name = "started_at")
    Instant startedAt;

    @Column(name = "finished_at")
    Instant finishedAt;

    TaskView view(@Nullable Content content) {
        Progress progress = progressAt == null
                ? null
                : new Progress(
                        progressPercent == null ? null : progressPercent.intValue(), progressMessage, progressAt);
        return new TaskView(
                new TaskId(id),
                type,
                queue,
                state,
                reason,
                attempt,
                worker,
                JsonColumns.resources(resources),
                priority,
                JsonColumns.labels(labels),
                failures,
                losses,
                policies(),
                progress,
                error,
                retryOf == null ? null : new TaskId(retryOf),
                retriedBy == null ? null : new TaskId(retriedBy),
                createdAt,
                runAt,
                dueAt,
                expiresAt,
                startedAt,
                finishedAt,
                content);
    }

    private Policies policies() {
        Backoff backoff = new Backoff(
                Duration.ofMillis(backoffInitialMs), Duration.ofMillis(backoffMaxMs), backoffFactor, backoffJitter);
        return new Policies(Duration.ofMillis(timeoutMs), maxAttempts, backoff, maxLost, onWorkerLost);
    }
}
