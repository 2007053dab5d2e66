package dev.holdfast.chaos.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What one oracle found. */
final class Findings {

    private final String check;
    private final Faults faults;
    private final List<Violation> violations = new ArrayList<>();
    private final List<Allowed> allowed = new ArrayList<>();
    private long looked;
    private String note = "";

    Findings(String check, Faults faults) {
        this.check = check;
        this.faults = faults;
    }

    void looked() {
        looked++;
    }

    void note(String format, Object... values) {
        note = String.format(Locale.ROOT, format, values);
    }

    void violation(long at, @Nullable String resource, String what, TaskStory... tasks) {
        violations.add(new Violation(check, what, ids(tasks), resource, at, faults.nearest(at)));
    }

    void allow(long at, @Nullable String resource, String what, String explanation, TaskStory... tasks) {
        allowed.add(new Allowed(check, what, ids(tasks), resource, at, explanation));
    }

    Row row() {
        return new Row(check, looked, violations.size(), allowed.size(), note);
    }

    List<Violation> violations() {
        return violations;
    }

    List<Allowed> allowed() {
        return allowed;
    }

    private static List<UUID> ids(TaskStory... tasks) {
        return Stream.of(tasks).map(TaskStory::id).distinct().toList();
    }
}
