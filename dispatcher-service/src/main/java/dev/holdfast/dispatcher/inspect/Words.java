package dev.holdfast.dispatcher.inspect;

import java.time.Duration;
import java.util.Locale;

/** Durations for people. */
final class Words {

    private Words() {}

    /** {@code 1.2 s}, {@code 3 min 5 s}, {@code 2 h 10 min}, {@code 3 d 4 h}; what is negative is 0. */
    static String of(Duration duration) {
        if (duration.isNegative()) {
            return "0.0 s";
        }
        if (duration.toMinutes() < 1) {
            return String.format(Locale.ROOT, "%.1f s", Math.floor(duration.toMillis() / 100.0) / 10);
        }
        if (duration.toHours() < 1) {
            return duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
        }
        if (duration.toDays() < 1) {
            return duration.toHours() + " h " + duration.toMinutesPart() + " min";
        }
        return duration.toDays() + " d " + duration.toHoursPart() + " h";
    }
}
