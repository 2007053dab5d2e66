package dev.holdfast.store.inspect;

import dev.holdfast.task.ResourceRequest.Mode;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A task that holds a resource.
 *
 * @param since it is in that state
 * @param worker the name of the process that runs it; null before it was claimed
 * @param heartbeatAge of that process
 */
public record Holder(
        TaskId task,
        Mode mode,
        TaskState state,
        Instant since,
        @Nullable String worker,
        @Nullable Duration heartbeatAge) {}
