package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Submit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** An idempotency key names one task; and nobody finds tasks that nobody asked for. */
final class SameTask implements Oracle {

    @Override
    public String name() {
        return "one key, one task";
    }

    @Override
    public void judge(Evidence evidence, Findings findings) {
        Map<String, UUID> byKey = new HashMap<>();
        Set<String> unheard = new HashSet<>();
        int without = 0;
        for (Submit submit : evidence.recorded().submits()) {
            if (submit.key() == null) {
                without += submit.task() == null ? 1 : 0;
                continue;
            }
            if (submit.task() == null) {
                unheard.add(submit.key());
                continue;
            }
            findings.looked();
            UUID known = byKey.putIfAbsent(submit.key(), submit.task());
            if (known != null && !known.equals(submit.task())) {
                findings.violation(
                        submit.asked(),
                        null,
                        "key " + submit.key() + " named two tasks",
                        new TaskStory(known),
                        new TaskStory(submit.task()));
            }
        }
        unheard.removeAll(byKey.keySet());
        strangers(evidence, unheard.size() + without, findings);
    }

    /** Tasks that no submitter heard of can be no more than the calls that were not answered. */
    private static void strangers(Evidence evidence, int mostly, Findings findings) {
        TaskStory[] strangers = evidence.tasks().stream()
                .filter(t -> t.submits.isEmpty() && t.row != null && t.row.retryOf() == null)
                .toArray(TaskStory[]::new);
        findings.note("%d tasks from %d calls without an answer", strangers.length, mostly);
        if (strangers.length > mostly) {
            findings.violation(
                    evidence.settings().faultsEnded(),
                    null,
                    "more tasks than calls that may have made them",
                    strangers);
        }
    }
}
