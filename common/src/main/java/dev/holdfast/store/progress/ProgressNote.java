package dev.holdfast.store.progress;

import dev.holdfast.task.AttemptKey;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt said since the last note; null fields keep what is stored.
 *
 * @param checkpoint JSON
 */
public record ProgressNote(
        AttemptKey key,
        @Nullable Integer percent,
        @Nullable String message,
        @Nullable String checkpoint) {}
