package dev.holdfast.store.submit;

import dev.holdfast.task.ResourceRequest;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.WorkerLostPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A task as it was asked for, complete and valid: every default is filled in.
 *
 * @param payload JSON text, kept as it is
 * @param resources no name twice
 * @param priority 0–9, higher first
 * @param runAt not before; null with a delay or without either
 * @param delay not before so long after the submit, by the database's clock
 * @param retryOf the final task that this one runs again
 */
public record Submission(
        TaskId id,
        RouteName route,
        String payload,
        List<ResourceRequest> resources,
        Map<String, String> labels,
        int priority,
        @Nullable Instant runAt,
        @Nullable Duration delay,
        @Nullable Instant expiresAt,
        Policies policies,
        @Nullable TaskId retryOf) {

    /**
     * What is done when an attempt fails, takes too long or is lost.
     *
     * @param timeout of one attempt
     * @param maxAttempts failures and timeouts until the task fails
     * @param maxLost losses until the task fails
     */
    public record Policies(
            Duration timeout, int maxAttempts, Backoff backoff, int maxLost, WorkerLostPolicy onWorkerLost) {}

    public Submission {
        resources = List.copyOf(resources);
        labels = Map.copyOf(labels);
    }
}
