package dev.holdfast.store.check;

import dev.holdfast.task.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * What a repair did about one violation.
 *
 * @param settled false: nothing was changed, and {@code did} says why and what a person can do
 */
public record Repaired(
        Invariant invariant,
        @Nullable TaskId task,
        @Nullable String resource,
        boolean settled,
        String did) {}
