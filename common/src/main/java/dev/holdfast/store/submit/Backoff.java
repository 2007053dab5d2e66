package dev.holdfast.store.submit;

import java.time.Duration;

/**
 * How long a failed task rests: {@code initial × factor^(failures − 1)}, at most {@code max}, times a random factor within
 * {@code 1 ± jitter}.
 *
 * @param initial at least 0
 * @param max at least {@code initial}
 * @param factor at least 1
 * @param jitter between 0 and 1
 */
public record Backoff(Duration initial, Duration max, double factor, double jitter) {}
