package dev.holdfast.scenario;

import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the database says, asked directly: works while no service runs. */
final class Records {

    private final JdbcClient jdbc;

    Records(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    record Attempt(
            int number,
            String worker,
            String outcome,
            long token,
            Instant claimedAt,
            Instant endedAt,
            String decision) {}

    record Transition(
            int version,
            @Nullable String from,
            String to,
            int attempt,
            String actor,
            @Nullable String reason,
            Instant at) {}

    /** The state, whether unfinished or final. */
    String state(String task) {
        return jdbc.sql("select state from task_overview where id = ?")
                .param(UUID.fromString(task))
                .query(String.class)
                .single();
    }

    /** The ended attempts, in order. */
    List<Attempt> attempts(String task) {
        return jdbc.sql("select number, worker, outcome, fencing_token, claimed_at, ended_at, decision from attempt"
                        + " where task_id = ? order by number")
                .param(UUID.fromString(task))
                .query((row, i) -> new Attempt(
                        row.getInt(1),
                        row.getString(2),
                        row.getString(3),
                        row.getLong(4),
                        row.getTimestamp(5).toInstant(),
                        row.getTimestamp(6).toInstant(),
                        row.getString(7)))
                .list();
    }

    List<Transition> history(String task) {
        return jdbc.sql("select version, from_state, to_state, attempt, actor, reason, at from history"
                        + " where task_id = ? order by version")
                .param(UUID.fromString(task))
                .query((row, i) -> new Transition(
                        row.getInt(1),
                        row.getString(2),
                        row.getString(3),
                        row.getInt(4),
                        row.getString(5),
                        row.getString(6),
                        row.getTimestamp(7).toInstant()))
                .list();
    }

    /** The incarnation that the task runs on now, or null. */
    @Nullable String owner(String task) {
        return jdbc.sql("select incarnation::text from task_live where id = ?")
                .param(UUID.fromString(task))
                .query(String.class)
                .optional()
                .orElse(null);
    }

    /** The incarnations of a name, the oldest first, as {@code state incarnation}. */
    List<String> incarnations(String worker) {
        return jdbc.sql("select state || ' ' || incarnation from worker where name = ? order by started_at")
                .param(worker)
                .query(String.class)
                .list();
    }

    /** Of these tasks, those that say they run though no living worker process has them: none, for long. */
    List<String> lies(List<String> tasks) {
        return jdbc.sql(
                        "select l.id::text from task_live l left join worker w on w.incarnation = l.incarnation"
                                + " and w.state in ('ALIVE', 'DRAINING', 'CONDEMNED') and w.lease_until > clock_timestamp()"
                                + " where l.state in ('RUNNING', 'CANCELING') and w.incarnation is null and l.id::text in (:ids)")
                .param("ids", tasks)
                .query(String.class)
                .list();
    }

    /** What must never be seen in the tables, at any moment; must be empty. */
    List<String> violations() {
        return jdbc.sql("""
                        select 'neither or both unfinished and finished: ' || t.id from task t
                          left join task_live l on l.id = t.id left join task_done d on d.id = t.id
                          where (l.id is null) = (d.id is null)
                        union all
                        select 'holds without being granted: ' || r.task_id from reservation r
                          join task_live l on l.id = r.task_id
                          where r.status = 'H' and l.state not in ('READY', 'QUEUED', 'RUNNING', 'CANCELING')
                        union all
                        select 'granted without holding: ' || r.task_id from reservation r
                          join task_live l on l.id = r.task_id
                          where r.status <> 'H' and l.state in ('READY', 'QUEUED', 'RUNNING', 'CANCELING')
                        union all
                        select 'reserved for nobody: ' || r.task_id || ' ' || r.resource from reservation r
                          where not exists (select 1 from task_live l where l.id = r.task_id)
                        union all
                        select 'conflict: ' || a.resource from reservation a
                          join reservation b on b.resource = a.resource and b.task_id > a.task_id
                          where a.status = 'H' and b.status = 'H' and (a.exclusive or b.exclusive)
                        """).query(String.class).list();
    }

    /** Losses and failures that count against the task. */
    int spent(String task) {
        return count(
                "select coalesce((select losses + failures from task_live where id = ?::uuid),"
                        + " (select losses + failures from task_done where id = ?::uuid))",
                task,
                task);
    }

    int held(String resource) {
        return count("select count(*) from reservation where resource = ? and status = 'H'", resource);
    }

    int count(String sql, Object... parameters) {
        return jdbc.sql(sql).params(parameters).query(Integer.class).single();
    }

    /** Client connections of this database now. */
    int connections() {
        return count("select count(*) from pg_stat_activity where datname = current_database()"
                + " and pid <> pg_backend_pid() and backend_type = 'client backend'");
    }

    /** Until when the living process of that name may act, by the clock of the database. */
    Instant leaseOf(String worker) {
        return jdbc.sql("select lease_until from worker where name = ? and state = 'ALIVE'")
                .param(worker)
                .query(Timestamp.class)
                .single()
                .toInstant();
    }

    Instant now() {
        return jdbc.sql("select clock_timestamp()")
                .query(Timestamp.class)
                .single()
                .toInstant();
    }
}
