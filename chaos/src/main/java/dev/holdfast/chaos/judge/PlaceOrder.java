package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Need;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Nobody is granted a resource while a conflicting request with a better (priority, place) stands in its line, by the
 * places that triggers noted. A request counts when it was there, unchanged, some time before the grant: the transaction
 * that put it there may not have ended when the pass looked, and a pass may be held up by a fault for as long as the
 * database lets a transaction idle (3 s).
 */
final class PlaceOrder implements Oracle {

    static final long TOLERANCE = 500_000;
    static final long TOLERANCE_UNDER_FAULTS = 4_000_000;

    /** One stay in a line with one place: from this time to that. */
    private record Stay(TaskStory task, Need need, LineRow at, long until) {}

    private record Grant(TaskStory task, Need need, LineRow at) {}

    private record Line(List<Stay> stays, List<Grant> grants) {}

    @Override
    public String name() {
        return "grants by (priority, place)";
    }

    @Override
    public void judge(Evidence evidence, Findings findings) {
        if (evidence.rows().lines().isEmpty()) {
            findings.violation(
                    evidence.settings().started(), null, "nothing noted the places: set the triggers before the run");
            return;
        }
        Spans troubled = evidence.faults().windows(TOLERANCE_UNDER_FAULTS);
        lines(evidence).forEach((resource, line) -> {
            for (Grant grant : line.grants()) {
                findings.looked();
                long at = grant.at().at();
                long tolerance =
                        troubled.touches(new Span(at - TOLERANCE, at + 1)) ? TOLERANCE_UNDER_FAULTS : TOLERANCE;
                Stay overtaken = overtaken(grant, line.stays(), tolerance);
                if (overtaken != null) {
                    violation(resource, grant, overtaken, evidence, findings);
                }
            }
        });
    }

    private static @Nullable Stay overtaken(Grant grant, List<Stay> stays, long tolerance) {
        long at = grant.at().at();
        for (Stay stay : stays) {
            if (stay.at().at() + tolerance <= at
                    && at < stay.until()
                    && stay.task() != grant.task()
                    && stay.need().conflictsWith(grant.need())
                    && stay.at().isAheadOf(grant.at())) {
                return stay;
            }
        }
        return null;
    }

    private static void violation(String resource, Grant grant, Stay overtaken, Evidence evidence, Findings findings) {
        findings.violation(
                grant.at().at(),
                resource,
                String.format(
                        "%s (urgency %d, place %d) was granted at %s, before %s (urgency %d, place %d), in line since %s",
                        grant.task().name(),
                        grant.at().urgency(),
                        grant.at().place(),
                        evidence.when(grant.at().at()),
                        overtaken.task().name(),
                        overtaken.at().urgency(),
                        overtaken.at().place(),
                        evidence.when(overtaken.at().at())),
                grant.task(),
                overtaken.task());
    }

    private static Map<String, Line> lines(Evidence evidence) {
        Map<String, Line> lines = new HashMap<>();
        for (TaskStory task : evidence.tasks()) {
            for (Need need : task.needs()) {
                Line line = lines.computeIfAbsent(need.name(), name -> new Line(new ArrayList<>(), new ArrayList<>()));
                add(task, need, line);
            }
        }
        return lines;
    }

    private static void add(TaskStory task, Need need, Line line) {
        for (int i = 0; i < task.lines.size(); i++) {
            LineRow row = task.lines.get(i);
            if (row.state().equals("READY")) {
                line.grants().add(new Grant(task, need, row));
            } else if (row.inLine()) {
                long next = i + 1 < task.lines.size() ? task.lines.get(i + 1).at() : Span.FOREVER;
                line.stays().add(new Stay(task, need, row, Math.min(next, leftAfter(task, row.at()))));
            }
        }
    }

    /** The next step of its history: the triggers note nothing when a waiting task ends. */
    private static long leftAfter(TaskStory task, long at) {
        for (Transition step : task.history) {
            if (step.at() > at && !step.to().equals("WAITING")) {
                return step.at();
            }
        }
        return Span.FOREVER;
    }
}
