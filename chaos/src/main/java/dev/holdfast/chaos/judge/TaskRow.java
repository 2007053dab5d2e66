package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Need;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One task as the database has it at the end.
 *
 * @param live its state if it is unfinished
 * @param done its state if it is finished; both, or neither, is a violation
 */
record TaskRow(
        UUID id,
        String type,
        String queue,
        List<Need> resources,
        int priority,
        int maxAttempts,
        int maxLost,
        String onWorkerLost,
        @Nullable UUID retryOf,
        @Nullable String live,
        @Nullable String done,
        @Nullable String reason) {}
