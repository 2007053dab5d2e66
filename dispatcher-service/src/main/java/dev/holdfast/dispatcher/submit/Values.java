package dev.holdfast.dispatcher.submit;

import dev.holdfast.dispatcher.refuse.DurationText;
import dev.holdfast.dispatcher.refuse.Errors;
import dev.holdfast.task.RouteName;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the values of one task's fields; a wrong one is collected under its full path, and null or a stand-in returned. */
final class Values {

    private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    private final String path;
    private final Errors errors;

    Values(String path, Errors errors) {
        this.path = path;
        this.errors = errors;
    }

    static boolean hasLength(String text, int min, int max) {
        int length = text.codePointCount(0, text.length());
        return length >= min && length <= max;
    }

    void invalid(String field, String message) {
        errors.invalid(Shapes.join(path, field), message);
    }

    void tooLarge(String field, String message) {
        errors.tooLarge(Shapes.join(path, field), message);
    }

    @Nullable String name(String field, String text) {
        if (RouteName.NAME.matcher(text).matches()) {
            return text;
        }
        invalid(field, "has 1–100 characters of A-Z a-z 0-9 . _ - and begins with a letter or digit");
        return null;
    }

    int between(String field, @Nullable Integer value, int min, int max, int otherwise) {
        if (value == null) {
            return otherwise;
        }
        if (value < min || value > max) {
            invalid(field, "must be between " + min + " and " + max);
            return otherwise;
        }
        return value;
    }

    @Nullable Duration duration(String field, @Nullable String text) {
        if (text == null) {
            return null;
        }
        Optional<Duration> duration = DurationText.parse(text);
        if (duration.isEmpty()) {
            invalid(field, "must be a duration such as 500ms, 30s, 10m, 24h, 7d or PT30S");
        }
        return duration.orElse(null);
    }

    @Nullable Instant instant(String field, @Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            Instant instant = OffsetDateTime.parse(text).toInstant();
            if (!instant.isBefore(FIRST) && !instant.isAfter(LAST)) {
                return instant;
            }
        } catch (DateTimeParseException e) {
            // Answered below, like a year out of range.
        }
        invalid(field, "must be a time with its offset, from the year 2000 to 9999, such as 2026-10-25T02:30:00+02:00");
        return null;
    }
}
