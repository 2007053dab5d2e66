package dev.holdfast.store.settle;

import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended.
 *
 * @param result JSON; only with {@link Outcome#SUCCEEDED}
 * @param error what went wrong, for people
 * @param retryable whether a failure may be tried again if attempts are left
 */
public record AttemptEnd(
        AttemptKey key,
        Outcome outcome,
        @Nullable String result,
        @Nullable String error,
        boolean retryable) {

    public static AttemptEnd succeeded(AttemptKey key, @Nullable String result) {
        return new AttemptEnd(key, Outcome.SUCCEEDED, result, null, false);
    }

    public static AttemptEnd failed(AttemptKey key, String error, boolean retryable) {
        return new AttemptEnd(key, Outcome.FAILED, null, error, retryable);
    }

    /** {@code TIMED_OUT}, {@code LOST}, {@code INTERRUPTED} or {@code CANCELED}: stopped by somebody else than its code. */
    public static AttemptEnd stopped(AttemptKey key, Outcome outcome, String error) {
        return new AttemptEnd(key, outcome, null, error, true);
    }
}
