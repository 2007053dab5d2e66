package dev.holdfast.store.grant;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Who may be granted, straight from the definition, in O(n²), with nothing of the pass in it. */
final class Oracle {

    private final List<TaskRow> tasks;

    Oracle(List<TaskRow> tasks) {
        this.tasks = tasks;
    }

    /** What an exact pass grants: of each lane the best grantable tasks, as many as it has room. */
    Set<UUID> expected(List<Lane> lanes) {
        Set<UUID> expected = new HashSet<>();
        for (Lane lane : lanes) {
            tasks.stream()
                    .filter(task -> task.route() == lane.route() && task.suspect() == lane.suspect() && task.open())
                    .filter(this::grantable)
                    .sorted(TaskRow.ORDER)
                    .limit(lane.room())
                    .forEach(task -> expected.add(task.id()));
        }
        return expected;
    }

    boolean grantable(TaskRow task) {
        return task.inLine()
                && tasks.stream()
                        .noneMatch(other ->
                                other != task && (other.holds() || ahead(other, task)) && conflict(other, task));
    }

    /** What must never be, whoever did what: two conflicting holders, two equal places, a watcher that nothing wakes. */
    List<String> violations(Set<String> marked) {
        List<String> found = new ArrayList<>();
        List<TaskRow> holders = tasks.stream().filter(TaskRow::holds).toList();
        for (int i = 0; i < holders.size(); i++) {
            for (TaskRow other : holders.subList(0, i)) {
                if (conflict(holders.get(i), other)) {
                    found.add("two conflicting holders: " + other + " and " + holders.get(i));
                }
            }
        }
        for (TaskRow task : tasks) {
            if (task.inLine()
                    && "W".equals(task.waits())
                    && !marked.contains(task.watch())
                    && !blockedWhereItWatches(task)) {
                found.add("a watcher that is not blocked and not marked: " + task);
            }
        }
        return found;
    }

    private boolean blockedWhereItWatches(TaskRow task) {
        return tasks.stream()
                .anyMatch(other -> other != task
                        && (other.holds() || ahead(other, task))
                        && other.resources().containsKey(task.watch())
                        && (Boolean.TRUE.equals(other.resources().get(task.watch()))
                                || Boolean.TRUE.equals(task.resources().get(task.watch()))));
    }

    private static boolean ahead(TaskRow other, TaskRow task) {
        return other.inLine() && TaskRow.ORDER.compare(other, task) < 0;
    }

    private static boolean conflict(TaskRow one, TaskRow other) {
        return one.resources().entrySet().stream()
                .anyMatch(request -> other.resources().containsKey(request.getKey())
                        && (request.getValue()
                                || Boolean.TRUE.equals(other.resources().get(request.getKey()))));
    }
}
