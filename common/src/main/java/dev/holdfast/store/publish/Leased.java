package dev.holdfast.store.publish;

import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.RouteName;

/** An attempt that this dispatcher, for the length of its lease, alone should publish. */
public record Leased(AttemptKey key, RouteName route) {}
