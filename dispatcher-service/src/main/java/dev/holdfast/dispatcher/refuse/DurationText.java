package dev.holdfast.dispatcher.refuse;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 500ms}, {@code 30s}, {@code 10m}, {@code 24h}, {@code 7d}; or ISO 8601: {@code PT30S}. */
public final class DurationText {

    private static final Pattern SIMPLE = Pattern.compile("(\\d{1,15})(ms|s|m|h|d)");

    private DurationText() {}

    /** Empty if the text has neither form, or is longer than a {@link Duration} can be. */
    public static Optional<Duration> parse(String text) {
        try {
            Matcher simple = SIMPLE.matcher(text);
            if (!simple.matches()) {
                return text.toUpperCase(Locale.ROOT).startsWith("P")
                        ? Optional.of(Duration.parse(text))
                        : Optional.empty();
            }
            long amount = Long.parseLong(simple.group(1));
            return Optional.of(
                    switch (simple.group(2)) {
                        case "ms" -> Duration.ofMillis(amount);
                        case "s" -> Duration.ofSeconds(amount);
                        case "m" -> Duration.ofMinutes(amount);
                        case "h" -> Duration.ofHours(amount);
                        default -> Duration.ofDays(amount);
                    });
        } catch (DateTimeParseException | ArithmeticException e) {
            return Optional.empty();
        }
    }
}
