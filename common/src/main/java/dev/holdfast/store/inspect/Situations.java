package dev.holdfast.store.inspect;

import dev.holdfast.store.Sql;
import dev.holdfast.store.inspect.Situation.Blocker;
import dev.holdfast.store.inspect.Situation.Budgets;
import dev.holdfast.store.inspect.Situation.Due;
import dev.holdfast.store.inspect.Situation.Owner;
import dev.holdfast.store.inspect.Situation.Route;
import dev.holdfast.task.Reason;
import dev.holdfast.task.ResourceRequest.Mode;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Finds out why tasks are where they are. A few short statements, however long the lines are. */
public final class Situations {

    /** Numbers of tasks ahead are exact up to this. */
    public static final int EXACT = 1_000;

    private static final String WHY = Sql.of(Situations.class, "why");
    private static final String LINES = Sql.of(Situations.class, "lines");
    private static final int HOLDERS_SHOWN = 10;

    private final JdbcClient jdbc;
    private final Resources resources;
    private final TransactionTemplate snapshot;

    Situations(JdbcClient jdbc, Resources resources, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.resources = resources;
        this.snapshot = new TransactionTemplate(transactions);
        snapshot.setReadOnly(true);
        snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    }

    /** Empty if there is no such task. */
    public Optional<Situation> find(TaskId task) {
        return Objects.requireNonNull(snapshot.execute(tx -> {
            List<Blocker> blockers = blockers(task);
            return jdbc.sql(WHY)
                    .param("id", task.value())
                    .param("most", EXACT)
                    .query((rs, row) -> situation(rs, blockers))
                    .optional();
        }));
    }

    /** Only a task in line has rows there, so this is empty for all others. */
    private List<Blocker> blockers(TaskId task) {
        return jdbc
                .sql(LINES)
                .param("id", task.value())
                .param("most", EXACT)
                .query((rs, row) -> new Line(
                        rs.getString("resource"), Resources.mode(rs.getBoolean("exclusive")), rs.getInt("ahead")))
                .list()
                .stream()
                .map(line -> new Blocker(
                        line.resource(),
                        line.mode(),
                        resources.holders(line.resource(), line.mode(), HOLDERS_SHOWN),
                        Math.min(line.ahead(), EXACT + 1)))
                .filter(blocker -> blocker.ahead() > 0 || !blocker.heldBy().isEmpty())
                .toList();
    }

    private record Line(String resource, Mode mode, int ahead) {}

    private static Situation situation(ResultSet rs, List<Blocker> blockers) throws SQLException {
        TaskState state = TaskState.valueOf(rs.getString("state"));
        return new Situation(
                state,
                Rows.constant(rs, "reason", Reason.class),
                rs.getString("error"),
                Objects.requireNonNull(Rows.instant(rs, "since")),
                Objects.requireNonNull(Rows.millis(rs, "since_ms")),
                new Budgets(
                        rs.getInt("failures"), rs.getInt("max_attempts"), rs.getInt("losses"), rs.getInt("max_lost")),
                due(rs),
                state.isFinal() ? null : route(rs),
                owner(rs),
                blockers);
    }

    private static @Nullable Due due(ResultSet rs) throws SQLException {
        Instant at = Rows.instant(rs, "due_at");
        return at == null ? null : new Due(at, Objects.requireNonNull(Rows.millis(rs, "due_in_ms")));
    }

    private static Route route(ResultSet rs) throws SQLException {
        return new Route(
                new RouteName(rs.getString("queue"), rs.getString("type")),
                rs.getBoolean("served"),
                rs.getBoolean("paused"),
                "P".equals(rs.getString("wait")),
                rs.getInt("workers"),
                rs.getInt("slots"),
                rs.getInt("busy"),
                rs.getInt("ahead_on_route"));
    }

    private static @Nullable Owner owner(ResultSet rs) throws SQLException {
        String worker = rs.getString("worker");
        Instant claimedAt = Rows.instant(rs, "claimed_at");
        if (worker == null && claimedAt == null) {
            return null;
        }
        return new Owner(
                worker,
                claimedAt,
                Rows.millis(rs, "running_ms"),
                Rows.millis(rs, "heartbeat_ms"),
                rs.getBoolean("lease_over"));
    }
}
