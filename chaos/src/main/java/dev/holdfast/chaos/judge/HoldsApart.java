package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Need;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Grants that conflict on a resource are never held at the same time, by the history alone. The times are those of the
 * statements: one that grants sees the end of the hold before it, so even a microsecond too early is one too many.
 */
final class HoldsApart implements Oracle {

    record Hold(TaskStory task, Need need, Span span) {}

    @Override
    public String name() {
        return "conflicting holds apart (history)";
    }

    @Override
    public void judge(Evidence evidence, Findings findings) {
        byResource(evidence).forEach((resource, holds) -> {
            holds.sort(Comparator.comparingLong(hold -> hold.span().from()));
            long[] latest = new long[holds.size()];
            for (int i = 0; i < holds.size(); i++) {
                findings.looked();
                Hold later = holds.get(i);
                long from = later.span().from();
                for (int j = i - 1; j >= 0 && latest[j] > from; j--) {
                    Hold earlier = holds.get(j);
                    if (earlier.span().to() > from && earlier.need().conflictsWith(later.need())) {
                        findings.violation(
                                from,
                                resource,
                                String.format(
                                        "%s was granted at %s, while %s held it from %s",
                                        later.task().name(),
                                        evidence.when(from),
                                        earlier.task().name(),
                                        evidence.when(earlier.span().from())),
                                earlier.task(),
                                later.task());
                    }
                }
                latest[i] = Math.max(later.span().to(), i == 0 ? 0 : latest[i - 1]);
            }
        });
    }

    /** Who held what when. */
    static Map<String, List<Hold>> byResource(Evidence evidence) {
        Map<String, List<Hold>> holds = new HashMap<>();
        for (TaskStory task : evidence.tasks()) {
            List<Span> spans = task.holds();
            for (Need need : task.needs()) {
                for (Span span : spans) {
                    holds.computeIfAbsent(need.name(), name -> new ArrayList<>())
                            .add(new Hold(task, need, span));
                }
            }
        }
        return holds;
    }
}
