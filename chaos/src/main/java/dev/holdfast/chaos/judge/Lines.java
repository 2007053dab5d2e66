package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Need;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Per resource, who held it when and who stood in its line when; by submits and history. */
final class Lines {

    private record Holder(TaskStory task, Need need, Span span) {}

    private record Waiter(Wait stay, Need need) {}

    private final Map<String, List<Holder>> holders = new HashMap<>();
    private final Map<String, List<Waiter>> waiters = new HashMap<>();

    Lines(Evidence evidence) {
        for (TaskStory task : evidence.tasks()) {
            List<Wait> waits =
                    task.waits().stream().map(span -> Wait.of(task, span)).toList();
            List<Span> holds = task.holds();
            for (Need need : task.needs()) {
                for (Wait wait : waits) {
                    waiters.computeIfAbsent(need.name(), name -> new ArrayList<>())
                            .add(new Waiter(wait, need));
                }
                for (Span hold : holds) {
                    holders.computeIfAbsent(need.name(), name -> new ArrayList<>())
                            .add(new Holder(task, need, hold));
                }
            }
        }
    }

    /** When somebody else held what this one waits for. */
    List<Span> held(Wait wait) {
        List<Span> held = new ArrayList<>();
        for (Need need : wait.task().needs()) {
            for (Holder holder : holders.getOrDefault(need.name(), List.of())) {
                if (holder.span().overlaps(wait.span())
                        && holder.task() != wait.task()
                        && holder.need().conflictsWith(need)) {
                    held.add(holder.span());
                }
            }
        }
        return held;
    }

    /** Whom it has to let pass: those surely ahead in one of its lines. */
    List<Wait> ahead(Wait wait) {
        return conflicting(wait).stream()
                .filter(other -> other.isSurelyAheadOf(wait))
                .toList();
    }

    /** Those of whom nobody can say whether they are ahead. */
    List<Wait> beside(Wait wait) {
        return conflicting(wait).stream()
                .filter(other -> !other.isSurelyAheadOf(wait) && !wait.isSurelyAheadOf(other))
                .toList();
    }

    private List<Wait> conflicting(Wait wait) {
        List<Wait> found = new ArrayList<>();
        for (Need need : wait.task().needs()) {
            for (Waiter other : waiters.getOrDefault(need.name(), List.of())) {
                if (other.stay().span().overlaps(wait.span())
                        && other.stay().task() != wait.task()
                        && other.need().conflictsWith(need)) {
                    found.add(other.stay());
                }
            }
        }
        return found;
    }
}
