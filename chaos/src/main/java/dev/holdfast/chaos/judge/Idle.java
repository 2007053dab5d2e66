package dev.holdfast.chaos.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * No resource stands idle while somebody who may have it waits. Who waited and who held comes from the history, what they
 * need from the submits, who was ahead from arrival, who lived from processes and faults, who had a slot to spare from the
 * handlers: no flag of the product is read.
 *
 * <p>A task may have its resources at a time at which nobody conflicting holds one of them, nobody conflicting waits ahead,
 * and all else that a grant needs is there. It may wait so for 1.5 s. Around a fault, from its begin until the bound of
 * recovery + 2 s after its end, it may wait longer; but never longer than the bound + 2 s while all was there.
 */
final class Idle implements Oracle {

    static final long LIMIT = 1_500_000;
    static final long AFTER_A_FAULT = 2_000_000;

    @Override
    public String name() {
        return "nothing idle while wanted";
    }

    @Override
    public void judge(Evidence evidence, Findings findings) {
        long bound = evidence.settings().boundMs() * 1000 + AFTER_A_FAULT;
        Looking looking = new Looking(evidence, findings, bound);
        for (TaskStory task : evidence.tasks()) {
            for (Span span : task.waits()) {
                looking.at(Wait.of(task, new Span(span.from(), Math.min(span.to(), looking.end))));
            }
        }
        findings.note(
                "%d waited long, free for %.1f s in all, longest %.3f s, longest apart from faults %.3f s",
                looking.waitedLong, looking.free / 1e6, looking.longest / 1e6, looking.longestWithoutFault / 1e6);
    }

    private static final class Looking {

        private final Evidence evidence;
        private final Findings findings;
        private final long bound;
        private final Lines lines;
        private final Running running;
        private final Spans troubled;
        private final Spans suspectsHold;
        private final long end;
        private long free;
        private long waitedLong;
        private long longest;
        private long longestWithoutFault;

        Looking(Evidence evidence, Findings findings, long bound) {
            this.evidence = evidence;
            this.findings = findings;
            this.bound = bound;
            lines = new Lines(evidence);
            running = new Running(evidence);
            troubled = evidence.faults().windows(bound);
            suspectsHold = suspectsHold(evidence);
            end = evidence.rows().history().stream()
                    .mapToLong(Transition::at)
                    .max()
                    .orElse(evidence.settings().faultsEnded());
        }

        void at(Wait wait) {
            findings.looked();
            if (wait.span().length() <= LIMIT) {
                return;
            }
            waitedLong++;
            List<Span> blocked = blocked(wait);
            lines.ahead(wait).forEach(other -> blocked.add(other.span()));
            // One of those beside it may be the one ahead; that excuses the wait while it cannot be granted itself.
            for (Wait other : lines.beside(wait)) {
                blocked.addAll(maybeBlocked(other, wait).within(other.span()));
            }
            for (Span gap : Spans.union(blocked).gapsIn(wait.span()).spans()) {
                judge(wait, gap);
            }
        }

        private void judge(Wait wait, Span gap) {
            free += gap.length();
            longest = Math.max(longest, gap.length());
            if (gap.length() > bound) {
                violation(wait, gap, "with all there that it needs");
                return;
            }
            for (Span calm : troubled.gapsIn(gap).spans()) {
                longestWithoutFault = Math.max(longestWithoutFault, calm.length());
                // Where the calm follows a fault's window, the time after that fault is up.
                if (calm.to() > Math.max(gap.from() + LIMIT, calm.from())) {
                    violation(wait, gap, "without a fault to explain it");
                    return;
                }
            }
        }

        private void violation(Wait wait, Span gap, String how) {
            TaskStory task = wait.task();
            findings.violation(
                    gap.from(),
                    task.needs().isEmpty() ? null : task.needs().get(0).name(),
                    String.format(
                            Locale.ROOT,
                            "%s (%s.%s, needs %s) could have been granted from %s for %.3f s, %s",
                            task.name(),
                            task.queue(),
                            task.type(),
                            task.needs(),
                            evidence.when(gap.from()),
                            gap.length() / 1e6,
                            how),
                    task);
        }

        private List<Span> blocked(Wait wait) {
            TaskStory task = wait.task();
            List<Span> blocked = new ArrayList<>(lines.held(wait));
            blocked.addAll(running.closed(task.queue(), task.type()).spans());
            if (task.attempts.values().stream()
                    .anyMatch(a -> a.lost() && a.endedAt() <= wait.span().to())) {
                blocked.addAll(suspectsHold.spans());
            }
            return blocked;
        }

        private Spans maybeBlocked(Wait other, Wait without) {
            List<Span> blocked = blocked(other);
            lines.ahead(other).forEach(w -> blocked.add(w.span()));
            for (Wait third : lines.beside(other)) {
                if (third.task() != without.task()) {
                    blocked.add(third.span());
                }
            }
            return Spans.union(blocked);
        }

        /** A worker runs at most one task that has a loss on its record: others of them wait for that. */
        private static Spans suspectsHold(Evidence evidence) {
            List<Span> spans = new ArrayList<>();
            for (TaskStory task : evidence.tasks()) {
                long lost = task.attempts.values().stream()
                        .filter(AttemptRow::lost)
                        .mapToLong(AttemptRow::endedAt)
                        .min()
                        .orElse(Span.FOREVER);
                task.holds().stream().filter(hold -> hold.from() >= lost).forEach(spans::add);
            }
            return Spans.union(spans);
        }
    }
}
