package dev.holdfast.store.inspect;

import dev.holdfast.task.Reason;
import dev.holdfast.task.TaskState;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks to list: those that meet all that is given. Null or empty is: any.
 *
 * @param resource that the task asked for, in any mode
 * @param worker the name of the worker that runs it or ran its last attempt
 * @param labels all of them, with these values
 */
public record TaskFilter(
        Set<TaskState> states,
        Set<Reason> reasons,
        @Nullable String type,
        @Nullable String queue,
        @Nullable String resource,
        @Nullable String worker,
        Map<String, String> labels,
        @Nullable Instant createdAfter,
        @Nullable Instant createdBefore,
        @Nullable Instant finishedAfter,
        @Nullable Instant finishedBefore) {}
