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

    /** Unfinished tasks that say they run, but whose worker process has no live row: must be none for long. */
    List<String> lies() {
        return jdbc.sql("select l.id::text from task_live l left join worker w on w.incarnation = l.incarnation"
                        + " and w.state in ('ALIVE', 'DRAINING', 'CONDEMNED') and w.lease_until > clock_timestamp()"
                        + " where l.state in ('RUNNING', 'CANCELING') and w.incarnation is null")
                .query(String.class)
                .list();
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
