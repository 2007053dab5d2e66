package dev.holdfast.store.publish;

import dev.holdfast.store.Sql;
import java.time.Duration;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * How much each open route may still be given. PostgreSQL is the backlog and the broker a short pipe: what is published and
 * unclaimed is at most what the route's live workers can run, plus what they claimed a moment ago.
 */
public final class Windows {

    private static final String ROOMS = Sql.of(Windows.class, "rooms");

    private final JdbcClient jdbc;

    public Windows(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * The open routes that have room, in one statement.
     *
     * @param least smallest window of a route
     * @param most largest window
     * @param recent how long a claim keeps counting
     */
    public List<Room> rooms(int least, int most, Duration recent) {
        return jdbc.sql(ROOMS)
                .param("recent_ms", recent.toMillis())
                .param("least", least)
                .param("most", most)
                .query((rs, row) -> new Room(rs.getInt("route"), rs.getInt("room"), rs.getInt("suspect_room")))
                .list();
    }

    /**
     * @param route its id
     * @param room at least 1
     * @param suspectRoom how many of {@code room} may go to tasks with a loss on their record
     */
    public record Room(int route, int room, int suspectRoom) {}
}
