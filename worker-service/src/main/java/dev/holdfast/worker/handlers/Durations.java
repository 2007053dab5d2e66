package dev.holdfast.worker.handlers;

import dev.holdfast.worker.NonRetryableException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/** Durations as people write them. */
final class Durations {

    private Durations() {}

    static Duration parse(String field, @Nullable String text) throws NonRetryableException {
        try {
            return DurationStyle.detectAndParse(text == null ? "" : text);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new NonRetryableException(field + " is no duration such as 10s, 500ms or PT10S: " + text, e);
        }
    }
}
