package dev.holdfast.store.inspect;

import dev.holdfast.lease.WorkerState;
import dev.holdfast.store.Sql;
import dev.holdfast.store.inspect.QueueView.Depth;
import dev.holdfast.store.inspect.QueueView.Type;
import dev.holdfast.task.TaskId;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Who is there, and how much there is to do. */
public final class Overviews {

    private static final String WORKERS = Sql.of(Overviews.class, "workers");
    private static final String QUEUES = Sql.of(Overviews.class, "queues");
    private static final String DEPTHS = Sql.of(Overviews.class, "depths");
    private static final int MOST_WORKERS = 1_000;

    private final JdbcClient jdbc;

    Overviews(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Those that are there, by name; then those that ended within the last day. At most 1,000. */
    public List<WorkerView> workers() {
        return jdbc.sql(WORKERS)
                .param("most", MOST_WORKERS)
                .query((rs, row) -> worker(rs))
                .list();
    }

    /** All queues by name. Counts every unfinished task: not for a loop. */
    public List<QueueView> queues() {
        Map<Integer, List<Depth>> depths = new LinkedHashMap<>();
        jdbc.sql(DEPTHS).query(rs -> {
            depths.computeIfAbsent(rs.getInt("route"), r -> new ArrayList<>())
                    .add(new Depth(
                            rs.getBoolean("parked") ? "PARKED" : rs.getString("state"),
                            9 - rs.getInt("urgency"),
                            rs.getLong("tasks"),
                            Objects.requireNonNull(Rows.millis(rs, "oldest_ms"))));
        });
        Map<String, QueueView> queues = new LinkedHashMap<>();
        jdbc.sql(QUEUES).query(rs -> {
            String name = rs.getString("name");
            boolean paused = rs.getBoolean("paused");
            QueueView queue = queues.computeIfAbsent(name, n -> new QueueView(n, paused, new ArrayList<>()));
            if (rs.getString("type") != null) {
                List<Depth> found = depths.getOrDefault(rs.getInt("route"), List.of());
                queue.types().add(new Type(rs.getString("type"), rs.getBoolean("served"), found));
            }
        });
        return List.copyOf(queues.values());
    }

    private static WorkerView worker(ResultSet rs) throws SQLException {
        return new WorkerView(
                rs.getObject("incarnation", UUID.class),
                rs.getString("name"),
                WorkerState.valueOf(rs.getString("state")),
                rs.getString("host"),
                rs.getLong("pid"),
                texts(rs.getArray("queues")),
                texts(rs.getArray("types")),
                rs.getInt("slots"),
                Duration.ofMillis(rs.getInt("ttl_ms")),
                Objects.requireNonNull(Rows.instant(rs, "started_at")),
                Objects.requireNonNull(Rows.instant(rs, "heartbeat_at")),
                Objects.requireNonNull(Rows.millis(rs, "heartbeat_ms")),
                rs.getBoolean("lease_valid"),
                rs.getBoolean("drain_requested"),
                ids(rs.getArray("running")),
                Rows.instant(rs, "ended_at"),
                rs.getString("end_reason"));
    }

    private static List<String> texts(Array array) throws SQLException {
        return List.of((String[]) array.getArray());
    }

    private static List<TaskId> ids(@Nullable Array array) throws SQLException {
        return array == null
                ? List.of()
                : Arrays.stream((UUID[]) array.getArray()).map(TaskId::new).toList();
    }
}
