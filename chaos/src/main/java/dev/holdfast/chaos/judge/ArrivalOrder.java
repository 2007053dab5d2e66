package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Need;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * First come, first served, without asking the product for any place: whose submit was answered before another's was sent,
 * with no lower priority, and who was in line all the time, is granted a resource first that both want. In line all the
 * time means: submitted without a delay, not granted yet, and a worker for it surely lived. No tolerance.
 */
final class ArrivalOrder implements Oracle {

    private record First(TaskStory task, Need need, Span waited) {}

    private record Grant(TaskStory task, Need need, long at) {}

    @Override
    public String name() {
        return "grants by arrival (submitters)";
    }

    @Override
    public void judge(Evidence evidence, Findings findings) {
        Map<String, List<First>> waiting = new HashMap<>();
        Map<String, List<Grant>> grants = new HashMap<>();
        for (TaskStory task : evidence.tasks()) {
            sort(task, waiting, grants);
        }
        Set<String> told = new HashSet<>();
        long pairs = 0;
        for (Map.Entry<String, List<First>> line : waiting.entrySet()) {
            for (Grant grant : grants.getOrDefault(line.getKey(), List.of())) {
                findings.looked();
                for (First first : line.getValue()) {
                    if (shouldBeFirst(first, grant)) {
                        pairs++;
                    }
                    if (shouldBeFirst(first, grant) && overtaken(first, grant, evidence)) {
                        report(line.getKey(), first, grant, evidence, told, findings);
                    }
                }
            }
        }
        findings.note("%d pairs in a known order", pairs);
    }

    private static void sort(TaskStory task, Map<String, List<First>> waiting, Map<String, List<Grant>> grants) {
        boolean counts = task.answered != null
                && !task.history.isEmpty()
                && task.history.get(0).to().equals("WAITING");
        for (Need need : task.needs()) {
            if (counts) {
                Span waited = task.waits().get(0);
                waiting.computeIfAbsent(need.name(), name -> new ArrayList<>()).add(new First(task, need, waited));
            }
            for (Span hold : task.holds()) {
                grants.computeIfAbsent(need.name(), name -> new ArrayList<>()).add(new Grant(task, need, hold.from()));
            }
        }
    }

    private static boolean shouldBeFirst(First first, Grant grant) {
        Long answered = first.task().answered;
        Long asked = grant.task().asked;
        return answered != null
                && asked != null
                && answered < asked
                && first.task() != grant.task()
                && first.need().conflictsWith(grant.need())
                && first.task().lowestPriority >= grant.task().highestPriority;
    }

    private static boolean overtaken(First first, Grant grant, Evidence evidence) {
        if (!first.waited().contains(grant.at())) {
            return false;
        }
        Spans served =
                evidence.liveness().served(first.task().queue(), first.task().type());
        return served.covers(new Span(first.waited().from(), grant.at()));
    }

    private static void report(
            String resource, First first, Grant grant, Evidence evidence, Set<String> told, Findings findings) {
        if (told.add(first.task().id() + " " + grant.task().id())) {
            findings.violation(
                    grant.at(),
                    resource,
                    String.format(
                            "%s was granted at %s; %s had its 202 before that was sent, no lower priority, and still waited",
                            grant.task().name(),
                            evidence.when(grant.at()),
                            first.task().name()),
                    grant.task(),
                    first.task());
        }
    }
}
