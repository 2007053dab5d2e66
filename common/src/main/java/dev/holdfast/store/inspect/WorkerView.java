package dev.holdfast.store.inspect;

import dev.holdfast.lease.WorkerState;
import dev.holdfast.task.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One worker process.
 *
 * @param leaseValid whether it may act now
 * @param running the tasks that it runs, by the database
 */
public record WorkerView(
        UUID incarnation,
        String name,
        WorkerState state,
        String host,
        long pid,
        List<String> queues,
        List<String> types,
        int slots,
        Duration ttl,
        Instant startedAt,
        Instant heartbeatAt,
        Duration heartbeatAge,
        boolean leaseValid,
        boolean drainRequested,
        List<TaskId> running,
        @Nullable Instant endedAt,
        @Nullable String endReason) {}
