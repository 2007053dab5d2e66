package dev.holdfast.store.publish;

import dev.holdfast.store.Sql;
import dev.holdfast.task.RouteName;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** QUEUED tasks whose message the broker seems to have lost. Any number of dispatchers may look side by side. */
public final class LostTasks {

    private static final String SUSPICIONS = Sql.of(LostTasks.class, "suspicions");
    private static final String LEASE_LOST = Sql.of(LostTasks.class, "lease-lost");

    private final JdbcClient jdbc;
    private final Publisher publisher;

    public LostTasks(JdbcClient jdbc, Publisher publisher) {
        this.jdbc = jdbc;
        this.publisher = publisher;
    }

    /** Open routes with tasks that were published longer than {@code lostAfter} ago, or before their queue was lost. */
    public List<Suspicion> suspicions(Duration lostAfter) {
        return jdbc.sql(SUSPICIONS)
                .param("lost_after_ms", lostAfter.toMillis())
                .query((rs, row) -> new Suspicion(
                        rs.getInt("route"),
                        new RouteName(rs.getString("queue"), rs.getString("type")),
                        rs.getBoolean("free"),
                        rs.getBoolean("free_for_suspects")))
                .list();
    }

    /**
     * Leases, of the routes in {@code suspicions}, the tasks whose message is lost. They stay QUEUED, under the same number.
     *
     * @param empty those of them whose broker queue was proved empty while a slot was free
     * @param overtakenBy how much later published a claimed task must be to prove one lost
     * @param most how many
     */
    public List<Leased> lease(
            Collection<Suspicion> suspicions,
            Collection<Suspicion> empty,
            Duration lostAfter,
            Duration overtakenBy,
            int most) {
        if (suspicions.isEmpty() || most <= 0) {
            return List.of();
        }
        return jdbc.sql(LEASE_LOST)
                .param("routes", ids(suspicions))
                .param("empty", ids(empty))
                .param(
                        "free_for_suspects",
                        ids(suspicions.stream()
                                .filter(Suspicion::freeForSuspects)
                                .toList()))
                .param("lost_after_ms", lostAfter.toMillis())
                .param("overtaken_by_ms", overtakenBy.toMillis())
                .param("most", most)
                .param("publisher", publisher.id())
                .param("lease_ms", publisher.lease().toMillis())
                .query((rs, row) -> Leases.readLeased(rs))
                .list();
    }

    private static Integer[] ids(Collection<Suspicion> suspicions) {
        return suspicions.stream().map(Suspicion::route).toArray(Integer[]::new);
    }

    /**
     * A route that may have lost messages.
     *
     * @param route the id of the route called {@code name}
     * @param free whether a live worker of the route has a free slot now
     * @param freeForSuspects whether one of those runs no task with a loss on its record
     */
    public record Suspicion(int route, RouteName name, boolean free, boolean freeForSuspects) {}
}
