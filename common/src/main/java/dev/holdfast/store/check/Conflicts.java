package dev.holdfast.store.check;

import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Settles conflicts of which one side has not started: it is taken back to its place. Two that run are left alone: nobody may
 * end what lives, and only a person can say which one.
 */
final class Conflicts {

    private final JdbcClient jdbc;
    private final RepairSteps steps;

    Conflicts(JdbcClient jdbc, RepairSteps steps) {
        this.jdbc = jdbc;
        this.steps = steps;
    }

    private record Holder(String resource, AttemptKey key, boolean exclusive, boolean started) {

        boolean conflictsWith(Holder other) {
            return exclusive || other.exclusive;
        }
    }

    List<Repaired> settle(Collection<String> resources) {
        Map<String, List<Holder>> lines = new LinkedHashMap<>();
        for (Holder holder : holders(resources)) {
            lines.computeIfAbsent(holder.resource(), none -> new ArrayList<>()).add(holder);
        }
        List<Repaired> done = new ArrayList<>();
        lines.values().forEach(line -> done.addAll(settle(line)));
        return done;
    }

    /** Those who run stay, then whoever comes first in the order. */
    private List<Repaired> settle(List<Holder> line) {
        List<Holder> stay = new ArrayList<>();
        List<Repaired> done = new ArrayList<>();
        for (boolean started : new boolean[] {true, false}) {
            for (Holder holder : line) {
                if (holder.started() != started) {
                    continue;
                }
                boolean conflicts = stay.stream().anyMatch(holder::conflictsWith);
                if (conflicts && !started) {
                    done.addAll(steps.takeBack(Invariant.CONFLICTING_HOLDERS, List.of(holder.key())));
                } else {
                    stay.add(holder);
                }
            }
        }
        return done;
    }

    private List<Holder> holders(Collection<String> resources) {
        return jdbc.sql(CheckSql.text("holders-of"))
                .param("resources", resources.toArray(String[]::new))
                .query((rs, row) -> new Holder(
                        rs.getString("resource"),
                        new AttemptKey(
                                new TaskId(rs.getObject("task_id", UUID.class)), Math.max(1, rs.getInt("attempt"))),
                        rs.getBoolean("exclusive"),
                        TaskState.valueOf(rs.getString("state")).isOwned()))
                .list();
    }
}
