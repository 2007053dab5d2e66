package dev.holdfast.store.publish;

import dev.holdfast.store.Sql;
import dev.holdfast.task.RouteName;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Messages at the broker for attempts that were canceled, expired or taken back. They count in their route's window until a
 * worker meets them; those that none will ever meet are forgotten here.
 */
public final class StaleMessages {

    private static final String ROUTES = Sql.of(StaleMessages.class, "stale-routes");
    private static final String FORGET = Sql.of(StaleMessages.class, "forget-stale");

    private final JdbcClient jdbc;

    public StaleMessages(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Routes with such messages older than {@code after}. */
    public List<StaleRoute> routes(Duration after) {
        return jdbc.sql(ROUTES)
                .param("after_ms", after.toMillis())
                .query((rs, row) ->
                        new StaleRoute(rs.getInt("route"), new RouteName(rs.getString("queue"), rs.getString("type"))))
                .list();
    }

    /**
     * @param empty routes whose broker queue holds nothing ready
     * @param after which of theirs are forgotten
     * @param atMost which are forgotten in any case
     * @return how many
     */
    public int forget(Collection<StaleRoute> empty, Duration after, Duration atMost) {
        return jdbc.sql(FORGET)
                .param("empty", empty.stream().map(StaleRoute::route).toArray(Integer[]::new))
                .param("after_ms", after.toMillis())
                .param("at_most_ms", atMost.toMillis())
                .update();
    }

    /** @param route the id of the route called {@code name} */
    public record StaleRoute(int route, RouteName name) {}
}
