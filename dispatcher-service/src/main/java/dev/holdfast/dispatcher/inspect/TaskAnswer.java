package dev.holdfast.dispatcher.inspect;

import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.holdfast.store.inspect.TaskView;
import dev.holdfast.store.submit.Backoff;
import dev.holdfast.store.submit.Submission.Policies;
import dev.holdfast.task.ResourceRequest;
import dev.holdfast.task.TaskId;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A task as callers see it.
 *
 * @param payload exactly as submitted
 * @param timeout and other durations in ISO 8601
 */
@Schema(name = "Task")
record TaskAnswer(
        String id,
        String type,
        String queue,
        String state,
        @Nullable String reason,
        int attempt,
        @Nullable String worker,
        List<ResourceRequest> resources,
        int priority,
        @JsonRawValue @Schema(type = "object") @Nullable String payload,
        TaskView.@Nullable Progress progress,
        @JsonRawValue @Schema(type = "object") @Nullable String result,
        @Nullable String error,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        Map<String, String> labels,
        int failures,
        int losses,
        @Nullable Instant runAt,
        @Nullable Instant dueAt,
        @Nullable Instant expiresAt,
        String timeout,
        int maxAttempts,
        int maxLost,
        String onWorkerLost,
        BackoffAnswer backoff,
        @Nullable String retryOf,
        @Nullable String retriedBy) {

    @Schema(name = "Backoff")
    record BackoffAnswer(String initial, String max, double factor, double jitter) {

        static BackoffAnswer of(Backoff backoff) {
            return new BackoffAnswer(
                    backoff.initial().toString(), backoff.max().toString(), backoff.factor(), backoff.jitter());
        }
    }

    static TaskAnswer of(TaskView task) {
        Policies policies = task.policies();
        return new TaskAnswer(
                task.id().toString(),
                task.type(),
                task.queue(),
                task.state().name(),
                task.reason() == null ? null : task.reason().name(),
                task.attempt(),
                task.worker(),
                task.resources(),
                task.priority(),
                task.content() == null ? null : task.content().payload(),
                task.progress(),
                task.content() == null ? null : task.content().result(),
                task.error(),
                task.createdAt(),
                task.startedAt(),
                task.finishedAt(),
                task.labels(),
                task.failures(),
                task.losses(),
                task.runAt(),
                task.dueAt(),
                task.expiresAt(),
                policies.timeout().toString(),
                policies.maxAttempts(),
                policies.maxLost(),
                policies.onWorkerLost().name(),
                BackoffAnswer.of(policies.backoff()),
                text(task.retryOf()),
                text(task.retriedBy()));
    }

    private static @Nullable String text(@Nullable TaskId id) {
        return id == null ? null : id.toString();
    }
}
