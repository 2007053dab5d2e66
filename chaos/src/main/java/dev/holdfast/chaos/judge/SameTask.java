package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Submit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * An idempotency key names one task, or the tasks of one batch: each repeat of the call is answered with the same ones. And
 * nobody finds tasks that nobody asked for.
 */
final class SameTask implements Oracle {

    /** The lines of one call have its key and the time at which it was sent. */
    private record Call(String key, long asked) {}

    @Override
    public String name() {
        return "one key, one task";
    }

    @Override
    public void judge(Evidence evidence, Findings findings) {
        Map<Call, List<Submit>> calls = new LinkedHashMap<>();
        int unheard = 0;
        for (Submit submit : evidence.recorded().submits()) {
            if (submit.key() != null) {
                calls.computeIfAbsent(new Call(submit.key(), submit.asked()), call -> new ArrayList<>())
                        .add(submit);
            } else if (submit.task() == null) {
                unheard++;
            }
        }
        strangers(evidence, unheard + compare(calls, findings), findings);
    }

    /** Answers with how many tasks may exist of which no call with their key was answered. */
    private static int compare(Map<Call, List<Submit>> calls, Findings findings) {
        Map<String, List<UUID>> answers = new HashMap<>();
        Map<String, Integer> unheard = new HashMap<>();
        calls.forEach((call, lines) -> {
            if (lines.stream().anyMatch(line -> line.task() == null)) {
                unheard.merge(call.key(), lines.size(), Math::max);
                return;
            }
            findings.looked();
            List<UUID> ids = lines.stream().map(Submit::task).toList();
            List<UUID> known = answers.putIfAbsent(call.key(), ids);
            if (known != null && !known.equals(ids)) {
                findings.violation(
                        call.asked(),
                        null,
                        "key " + call.key() + " named " + known + ", then " + ids,
                        ids.stream().map(TaskStory::new).toArray(TaskStory[]::new));
            }
        });
        unheard.keySet().removeAll(answers.keySet());
        return unheard.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Tasks that no submitter heard of can be no more than the calls that were not answered. */
    private static void strangers(Evidence evidence, int most, Findings findings) {
        TaskStory[] strangers = evidence.tasks().stream()
                .filter(t -> t.submits.isEmpty() && t.row != null && t.row.retryOf() == null)
                .toArray(TaskStory[]::new);
        findings.note("%d of %d tasks asked for without an answer exist", strangers.length, most);
        if (strangers.length > most) {
            findings.violation(
                    evidence.settings().faultsEnded(),
                    null,
                    "more tasks than calls that may have made them",
                    strangers);
        }
    }
}
