package dev.holdfast.store.inspect;

import dev.holdfast.store.Sql;
import dev.holdfast.task.Outcome;
import dev.holdfast.task.Reason;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What happened to a task, for ever after. */
public final class Records {

    private static final String ATTEMPTS = Sql.of(Records.class, "attempts");
    private static final String HISTORY = Sql.of(Records.class, "history");
    private static final String EXISTS = Sql.of(Records.class, "exists");
    private static final String NO_LONGER_LIVE = Sql.of(Records.class, "no-longer-live");

    private final JdbcClient jdbc;

    Records(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public boolean exists(TaskId task) {
        return Boolean.TRUE.equals(
                jdbc.sql(EXISTS).param("id", task.value()).query(Boolean.class).single());
    }

    /** First to last; the last one may still run. Empty too if there is no such task. */
    public List<AttemptView> attempts(TaskId task) {
        return jdbc.sql(ATTEMPTS)
                .param("id", task.value())
                .query((rs, row) -> attempt(rs))
                .list();
    }

    /** First to last. Empty if there is no such task. */
    public List<TransitionView> history(TaskId task) {
        return jdbc.sql(HISTORY)
                .param("id", task.value())
                .query((rs, row) -> new TransitionView(
                        rs.getInt("version"),
                        Objects.requireNonNull(Rows.instant(rs, "at")),
                        Rows.constant(rs, "from_state", TaskState.class),
                        TaskState.valueOf(rs.getString("to_state")),
                        rs.getInt("attempt"),
                        rs.getString("actor"),
                        Rows.constant(rs, "reason", Reason.class)))
                .list();
    }

    /** Those of {@code tasks} that have ended, or are not there at all. One statement for any number. */
    public Set<TaskId> ended(Collection<TaskId> tasks) {
        return Set.copyOf(jdbc.sql(NO_LONGER_LIVE)
                .param("ids", tasks.stream().map(TaskId::toString).toArray(String[]::new))
                .query((rs, row) -> new TaskId(rs.getObject("id", UUID.class)))
                .list());
    }

    private static AttemptView attempt(ResultSet rs) throws SQLException {
        return new AttemptView(
                rs.getInt("number"),
                rs.getString("worker"),
                rs.getObject("incarnation", UUID.class),
                rs.getLong("fencing_token"),
                Rows.instant(rs, "published_at"),
                Objects.requireNonNull(Rows.instant(rs, "claimed_at")),
                Rows.instant(rs, "ended_at"),
                Rows.instant(rs, "last_heartbeat_at"),
                Rows.constant(rs, "outcome", Outcome.class),
                rs.getString("error"),
                rs.getString("decision"),
                rs.getBoolean("refunded"));
    }
}
