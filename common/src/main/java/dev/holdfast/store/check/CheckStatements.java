package dev.holdfast.store.check;

import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The statements of a look. Read only. */
final class CheckStatements {

    /** Longer lists of active tasks are cut: far above what windows and slots allow. */
    static final int MOST_ACTIVE = 20_000;

    private static final String[] STEPS = steps();

    private final JdbcClient jdbc;
    private final CheckBounds bounds;

    CheckStatements(JdbcClient jdbc, CheckBounds bounds) {
        this.jdbc = jdbc;
        this.bounds = bounds;
    }

    /** To be the first of a transaction. */
    void settings() {
        statement("settings")
                .param("timeout_ms", Long.toString(bounds.statementTimeout().toMillis()))
                .query((rs, row) -> row)
                .single();
    }

    /** A statement that finds violations by itself. */
    List<Violation> violations(String name) {
        JdbcClient.StatementSpec statement = statement(name);
        if (!name.equals("overdue-start")) {
            statement.param("cap", Checks.CAP);
        }
        switch (name) {
            case "dead-runners" -> statement.param("slack_s", seconds(bounds.settled()));
            case "wrong-side", "overdue-start" -> statement.param("bound_s", seconds(bounds.inLine()));
            case "unpublished" -> statement.param("bound_s", seconds(bounds.published()));
            case "old-snapshots" -> statement.param("bound_s", seconds(bounds.snapshot()));
            default -> {}
        }
        return statement.query((rs, row) -> violation(rs)).list();
    }

    /** A statement that judges the tasks it is given. */
    List<Violation> among(String name, Collection<String> ids) {
        if (ids.isEmpty()) {
            return List.of();
        }
        JdbcClient.StatementSpec statement =
                statement(name).param("ids", ids.toArray(String[]::new)).param("cap", Checks.CAP);
        if (name.equals("broken-histories")) {
            statement.param("steps", STEPS);
        }
        return statement.query((rs, row) -> violation(rs)).list();
    }

    List<Violation> lostWakeUps(Collection<String> resources) {
        return statement("lost-wake-ups")
                .param("resources", resources.toArray(String[]::new))
                .param("cap", Checks.CAP)
                .query((rs, row) -> violation(rs))
                .list();
    }

    /** Ids of tasks: {@code active}, {@code holders} or {@code recent-ends}. */
    List<String> ids(String name, int most) {
        return statement(name)
                .param("most", most)
                .query((rs, row) -> rs.getString("id"))
                .list();
    }

    /** The next keys of a walk. */
    List<String> next(String name, String after, int most) {
        return statement(name)
                .param("after", after)
                .param("most", most)
                .query((rs, row) -> rs.getString(1))
                .list();
    }

    List<QueuedRoute> published() {
        return statement("published")
                .param("bound_s", seconds(bounds.published()))
                .query((rs, row) -> new QueuedRoute(
                        new RouteName(rs.getString("queue"), rs.getString("type")),
                        rs.getInt("tasks"),
                        Objects.requireNonNull(instant(rs, "since")),
                        Arrays.stream((String[]) rs.getArray("oldest").getArray())
                                .map(AttemptKey::of)
                                .toList()))
                .list();
    }

    private JdbcClient.StatementSpec statement(String name) {
        return jdbc.sql(CheckSql.text(name));
    }

    private static Violation violation(ResultSet rs) throws SQLException {
        UUID task = rs.getObject("task_id", UUID.class);
        return new Violation(
                task == null ? null : new TaskId(task),
                rs.getObject("attempt", Integer.class),
                rs.getString("resource"),
                instant(rs, "since"),
                rs.getString("detail"));
    }

    private static @Nullable Instant instant(ResultSet rs, String column) throws SQLException {
        OffsetDateTime value = rs.getObject(column, OffsetDateTime.class);
        return value == null ? null : value.toInstant();
    }

    private static double seconds(java.time.Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    /** Every step there is, as {@code FROM>TO}; a submit comes from nowhere. */
    private static String[] steps() {
        List<String> steps = new ArrayList<>(List.of(">SCHEDULED", ">WAITING"));
        for (TaskState from : TaskState.values()) {
            for (TaskState to : TaskState.values()) {
                if (from.canBecome(to)) {
                    steps.add(from + ">" + to);
                }
            }
        }
        return steps.toArray(String[]::new);
    }
}
