package dev.holdfast.chaos.judge;

import java.util.List;
import java.util.Locale;

/** Median, 99th percentile and maximum, in seconds, of times in microseconds. */
final class Figures {

    private Figures() {}

    static String of(List<Long> micros) {
        if (micros.isEmpty()) {
            return "none";
        }
        List<Long> sorted = micros.stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "%.2f / %.2f / %.2f s (median, p99, max)",
                at(sorted, 0.5),
                at(sorted, 0.99),
                at(sorted, 1));
    }

    private static double at(List<Long> sorted, double share) {
        int index = (int) Math.ceil(share * sorted.size()) - 1;
        return sorted.get(Math.max(0, index)) / 1e6;
    }
}
