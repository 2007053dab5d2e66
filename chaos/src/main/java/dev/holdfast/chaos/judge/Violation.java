package dev.holdfast.chaos.judge;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A promise that was not kept.
 *
 * @param check which row of the table counts it
 * @param at when, microseconds since the epoch
 * @param fault the nearest fault, for people
 */
public record Violation(
        String check,
        String what,
        List<UUID> tasks,
        @Nullable String resource,
        long at,
        @Nullable String fault) {}
