package dev.holdfast.store.route;

import dev.holdfast.store.Sql;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Keeps the routes' rows true to the workers' and the broker's. Any number of processes may call it side by side. */
public final class Routes {

    private static final String REFRESH = Sql.of(Routes.class, "refresh");
    private static final String STRAYS = Sql.of(Routes.class, "strays");
    private static final String LOST = Sql.of(Routes.class, "lost");

    private final JdbcClient jdbc;

    public Routes(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Compares each route with the live workers. @return those that changed, by this call */
    public List<Change> refresh() {
        return jdbc.sql(REFRESH)
                .query((rs, row) ->
                        new Change(new RouteName(rs.getString("queue"), rs.getString("type")), rs.getBoolean("served")))
                .list();
    }

    /**
     * Attempts that are READY or QUEUED for a route that is paused, or that no live worker has served for {@code goneAfter}.
     * They are only named here, not changed.
     */
    public List<Stray> strays(Duration goneAfter, int most) {
        return jdbc.sql(STRAYS)
                .param("gone_after_ms", goneAfter.toMillis())
                .param("most", most)
                .query((rs, row) -> new Stray(
                        new AttemptKey(new TaskId(rs.getObject("id", UUID.class)), rs.getInt("attempt")),
                        rs.getBoolean("paused")))
                .list();
    }

    /**
     * The broker does not know the queue of {@code route}: whatever was published to it before is lost.
     *
     * @param age how long ago, at least, the broker was asked; what was published after that is not lost
     */
    public void queueLost(RouteName route, Duration age) {
        lost(route, age);
    }

    /** The broker was wiped: as {@link #queueLost} for every route. */
    public void allQueuesLost(Duration age) {
        lost(null, age);
    }

    private void lost(@Nullable RouteName route, Duration age) {
        jdbc.sql(LOST)
                .param("queue", route == null ? null : route.queue())
                .param("type", route == null ? null : route.type())
                .param("age_ms", age.toMillis())
                .update();
    }

    /** @param served whether a live worker serves it now */
    public record Change(RouteName route, boolean served) {}

    /** @param paused whether its queue is paused; else its workers are gone */
    public record Stray(AttemptKey key, boolean paused) {}
}
