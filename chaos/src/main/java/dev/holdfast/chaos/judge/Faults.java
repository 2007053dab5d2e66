package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Fault;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The faults of a run in the order of their begin. Times are microseconds since the epoch. */
final class Faults {

    private final List<Fault> faults;
    private final long runStarted;

    Faults(List<Fault> faults, long runStarted) {
        this.faults = new ArrayList<>(faults);
        this.faults.sort(Comparator.comparingLong(Fault::from));
        this.runStarted = runStarted;
    }

    List<Fault> all() {
        return faults;
    }

    /** Those that hit the process, a time of whose lies between the two. */
    List<Fault> on(String process, long pid, long from, long to) {
        return faults.stream()
                .filter(f -> f.overlaps(from, to) && f.hits(process) && (f.pid() == null || f.pid() == pid))
                .toList();
    }

    /** From each fault's begin until so long after its end. */
    Spans windows(long after) {
        return Spans.union(faults.stream().map(f -> window(f, after)).toList());
    }

    static Span window(Fault fault, long after) {
        return new Span(fault.from(), fault.until() == null ? Span.FOREVER : fault.until() + after);
    }

    /** In words: the one that was going on, or that ended or began nearest. Null without faults. */
    @Nullable String nearest(long at) {
        return faults.stream()
                .min(Comparator.comparingLong((Fault f) -> distance(f, at)).thenComparingLong(f -> -f.from()))
                .map(f -> describe(f) + (distance(f, at) == 0 ? ", going on" : f.from() > at ? ", later" : ", before"))
                .orElse(null);
    }

    String describe(Fault fault) {
        return String.format(
                Locale.ROOT,
                "#%d %s of %s, %s to %s",
                fault.id(),
                fault.kind(),
                fault.target() == null ? "all" : fault.target(),
                seconds(fault.from()),
                fault.until() == null ? "the end" : seconds(fault.until()));
    }

    private String seconds(long at) {
        return String.format(Locale.ROOT, "%.3f s", (at - runStarted) / 1e6);
    }

    private static long distance(Fault fault, long at) {
        if (at < fault.from()) {
            return fault.from() - at;
        }
        return fault.until() == null || at <= fault.until() ? 0 : at - fault.until();
    }
}
