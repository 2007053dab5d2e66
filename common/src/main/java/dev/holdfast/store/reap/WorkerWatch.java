package dev.holdfast.store.reap;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.lease.WorkerState;
import dev.holdfast.store.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Looks at the rows of all workers that have not ended. One short read without locks. */
public final class WorkerWatch {

    private static final String LOOK = Sql.of(WorkerWatch.class, "look");

    private final JdbcClient jdbc;

    public WorkerWatch(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public List<WorkerSighting> look() {
        return jdbc.sql(LOOK).query(WorkerWatch::read).list();
    }

    private static WorkerSighting read(ResultSet rs, int row) throws SQLException {
        return new WorkerSighting(
                new Incarnation(rs.getObject("incarnation", UUID.class)),
                rs.getString("name"),
                rs.getString("host"),
                rs.getLong("pid"),
                WorkerState.valueOf(rs.getString("state")),
                rs.getLong("beat"),
                Duration.ofMillis(rs.getLong("ttl_ms")),
                rs.getObject("heartbeat_at", OffsetDateTime.class).toInstant(),
                Duration.ofMillis(Math.round(rs.getDouble("silent_s") * 1000)),
                rs.getBoolean("lapsed"));
    }
}
