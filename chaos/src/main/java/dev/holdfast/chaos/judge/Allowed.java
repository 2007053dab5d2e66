package dev.holdfast.chaos.judge;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that would be a violation, had a fault not explained it: lines of a process that woke after its lease.
 *
 * @param at when, microseconds since the epoch
 */
public record Allowed(
        String check,
        String what,
        List<UUID> tasks,
        @Nullable String resource,
        long at,
        String explanation) {}
