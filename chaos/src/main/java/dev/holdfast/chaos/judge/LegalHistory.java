package dev.holdfast.chaos.judge;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Each history is a walk through the table of transitions: from nothing to an end, versions without gap, times that do not
 * run back, attempt numbers that grow by one with each grant and are never used again, and a record of each attempt that
 * was claimed.
 */
final class LegalHistory implements Oracle {

    @Override
    public String name() {
        return "legal histories, no gaps";
    }

    @Override
    public void judge(Evidence evidence, Findings findings) {
        for (TaskStory task : evidence.tasks()) {
            if (task.row != null) {
                judge(task, evidence, findings);
            }
        }
        findings.note("%d transitions", evidence.rows().history().size());
    }

    private static void judge(TaskStory task, Evidence evidence, Findings findings) {
        findings.looked();
        if (task.history.isEmpty()) {
            findings.violation(evidence.settings().started(), null, "no history", task);
        }
        Transition before = null;
        Set<Integer> claimed = new HashSet<>();
        for (Transition step : task.history) {
            String fault = fault(before, step);
            if (fault != null) {
                findings.violation(
                        step.at(),
                        null,
                        String.format("version %d, %s to %s: %s", step.version(), step.from(), step.to(), fault),
                        task);
            }
            if (step.to().equals("RUNNING")) {
                claimed.add(step.attempt());
            }
            before = step;
        }
        if (before != null && before.isFinal() && !claimed.equals(task.attempts.keySet())) {
            findings.violation(
                    before.at(),
                    null,
                    "claimed were the attempts " + claimed + ", recorded are " + task.attempts.keySet(),
                    task);
        }
    }

    private static @Nullable String fault(@Nullable Transition before, Transition step) {
        int version = before == null ? 1 : before.version() + 1;
        int attempt = (before == null ? 0 : before.attempt()) + (step.to().equals("READY") ? 1 : 0);
        String from = before == null ? null : before.to();
        if (step.version() != version) {
            return "version " + version + " is missing";
        }
        if (from == null ? step.from() != null : !from.equals(step.from())) {
            return "the task was " + from;
        }
        if (!States.allows(step.from(), step.to())) {
            return "no such step";
        }
        if (from != null && !States.explains(from, step.to(), step.reason())) {
            return "reason " + step.reason() + " does not fit";
        }
        if (step.attempt() != attempt) {
            return "attempt " + step.attempt() + " instead of " + attempt;
        }
        return before != null && step.at() < before.at() ? "earlier than the step before" : null;
    }
}
