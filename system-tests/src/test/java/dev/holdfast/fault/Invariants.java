package dev.holdfast.fault;

import dev.holdfast.task.TaskState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What must hold of a case's tasks: while it goes on, and when it is over. Each answers with what is wrong. */
final class Invariants {

    /** Attempts that say they run though their worker has been silent for its ttl and longer than a reaper may need. */
    private static final String LIES = """
            select l.id || ' ' || l.state || ', its worker is ' || coalesce(w.state, 'nowhere') from task_live l
              left join worker w on w.incarnation = l.incarnation
              where l.id = any (:ids::uuid[]) and l.incarnation is not null
                and (w.incarnation is null
                  or (w.state not in ('ALIVE', 'DRAINING', 'CONDEMNED') and w.ended_at < clock_timestamp() - :late::interval)
                  or w.lease_until < clock_timestamp() - :late::interval)
            """;

    private static final String CONFLICTS = """
            select 'two hold ' || a.resource from reservation a
              join reservation b on b.resource = a.resource and b.task_id > a.task_id
              where a.resource like cast(:resource as text) || '%' and a.status = 'H' and b.status = 'H' and (a.exclusive or b.exclusive)
            """;

    private static final String LEFT = """
            select 'reserved still: ' || r.resource || ' by ' || r.task_id from reservation r
              where r.resource like cast(:resource as text) || '%'
                and not exists (select from task_live l where l.id = r.task_id)
            union all
            select 'neither or both live and done: ' || t.id from task t
              left join task_live l on l.id = t.id left join task_done d on d.id = t.id
              where t.id = any (:ids::uuid[]) and (l.id is null) = (d.id is null)
            """;

    private final JdbcClient jdbc;

    Invariants(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** @param late how long a dead worker's lease may have been over */
    List<String> now(List<String> tasks, String resource, java.time.Duration late) {
        List<String> wrong = new ArrayList<>(jdbc.sql(LIES)
                .param("ids", tasks.toArray(String[]::new))
                .param("late", late.toMillis() + " ms")
                .query(String.class)
                .list());
        wrong.addAll(jdbc.sql(CONFLICTS)
                .param("resource", resource)
                .query(String.class)
                .list());
        return wrong;
    }

    List<String> atTheEnd(List<String> tasks, String resource) {
        List<String> wrong = new ArrayList<>(jdbc.sql(LEFT)
                .param("ids", tasks.toArray(String[]::new))
                .param("resource", resource)
                .query(String.class)
                .list());
        tasks.forEach(task -> wrong.addAll(history(task)));
        return wrong;
    }

    private record Step(int version, @Nullable String from, String to) {}

    /** Each step follows from the one before, is allowed, and the last one, and no other, is final. */
    private List<String> history(String task) {
        List<Step> steps = jdbc.sql(
                        "select version, from_state, to_state from history where task_id = ?::uuid order by version")
                .param(task)
                .query((row, i) -> new Step(row.getInt(1), row.getString(2), Objects.requireNonNull(row.getString(3))))
                .list();
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            boolean last = i == steps.size() - 1;
            String before = i == 0 ? null : steps.get(i - 1).to;
            boolean allowed = before == null || TaskState.valueOf(before).canBecome(TaskState.valueOf(step.to));
            if (!allowed
                    || !Objects.equals(before, step.from)
                    || TaskState.valueOf(step.to).isFinal() != last) {
                wrong.add("history of " + task + ": " + steps);
                break;
            }
        }
        return wrong;
    }
}
