package dev.holdfast.chaos.judge;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the judge says of one run.
 *
 * @param started the run's start, microseconds since the epoch; times are printed relative to it
 * @param rows one per promise
 */
public record Verdict(long seed, long started, List<Row> rows, List<Violation> violations, List<Allowed> allowed) {

    private static final int SHOWN = 20;

    public boolean isClean() {
        return violations.isEmpty();
    }

    /** The table, then the first violations and excused cases of each promise. */
    public void print(PrintStream out) {
        out.printf(Locale.ROOT, "%-36s %9s %10s %8s  %s%n", "promise", "looked at", "violations", "excused", "figures");
        for (Row row : rows) {
            out.printf(
                    Locale.ROOT,
                    "%-36s %9d %10d %8d  %s%n",
                    row.check(),
                    row.looked(),
                    row.violations(),
                    row.allowed(),
                    row.note());
        }
        Map<String, Integer> shown = new HashMap<>();
        for (Allowed excused : allowed) {
            if (shown.merge(excused.check(), 1, Integer::sum) <= SHOWN) {
                out.printf(
                        Locale.ROOT,
                        "excused   %s  %s%s: %s%n          because of %s%n",
                        at(excused.at()),
                        excused.check(),
                        on(excused.resource()),
                        excused.what(),
                        excused.explanation());
            }
        }
        shown.clear();
        for (Violation violation : violations) {
            if (shown.merge(violation.check(), 1, Integer::sum) <= SHOWN) {
                out.printf(
                        Locale.ROOT,
                        "VIOLATION %s  %s%s: %s%n          tasks %s, nearest fault %s%n",
                        at(violation.at()),
                        violation.check(),
                        on(violation.resource()),
                        violation.what(),
                        violation.tasks(),
                        violation.fault());
            }
        }
        out.printf(
                Locale.ROOT,
                "%s: %d violations, %d cases excused by a fault, seed %d%n",
                isClean() ? "CLEAN" : "NOT CLEAN",
                violations.size(),
                allowed.size(),
                seed);
    }

    private String at(long at) {
        return String.format(Locale.ROOT, "%9.3f s", (at - started) / 1e6);
    }

    private static String on(@Nullable String resource) {
        return resource == null ? "" : " on " + resource;
    }
}
