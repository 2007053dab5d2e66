package dev.holdfast.store.inspect;

import dev.holdfast.task.Outcome;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a task.
 *
 * @param worker the name of the process that ran it
 * @param lastHeartbeatAt of that process: the last before the attempt ended, or before now
 * @param outcome null while it runs; then there is no end and no decision either
 * @param decision what became of the task, and why, in words
 * @param refunded whether it spends no budget after all
 */
public record AttemptView(
        int number,
        String worker,
        UUID incarnation,
        long fencingToken,
        @Nullable Instant publishedAt,
        Instant claimedAt,
        @Nullable Instant endedAt,
        @Nullable Instant lastHeartbeatAt,
        @Nullable Outcome outcome,
        @Nullable String error,
        @Nullable String decision,
        boolean refunded) {}
