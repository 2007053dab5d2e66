package dev.holdfast.store.inspect;

import dev.holdfast.store.submit.Submission.Policies;
import dev.holdfast.task.Reason;
import dev.holdfast.task.ResourceRequest;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A task at one moment, whether unfinished or finished.
 *
 * @param attempt the last attempt number given out; 0 before the first grant
 * @param worker the name of the worker that runs it, or ran its last attempt
 * @param priority as it is now
 * @param startedAt when the last attempt was claimed
 * @param dueAt when it comes in line, while it is SCHEDULED
 * @param content null in lists
 */
public record TaskView(
        TaskId id,
        String type,
        String queue,
        TaskState state,
        @Nullable Reason reason,
        int attempt,
        @Nullable String worker,
        List<ResourceRequest> resources,
        int priority,
        Map<String, String> labels,
        int failures,
        int losses,
        Policies policies,
        @Nullable Progress progress,
        @Nullable String error,
        @Nullable TaskId retryOf,
        @Nullable TaskId retriedBy,
        Instant createdAt,
        @Nullable Instant runAt,
        @Nullable Instant dueAt,
        @Nullable Instant expiresAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable Content content) {

    /** What the attempt said last. */
    public record Progress(
            @Nullable Integer percent, @Nullable String message, Instant at) {}

    /**
     * What may be large.
     *
     * @param payload JSON text as submitted
     * @param result JSON text; only of a task that SUCCEEDED
     */
    public record Content(String payload, @Nullable String result) {}
}
