package dev.holdfast.store.publish;

import dev.holdfast.store.Sql;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The rows that one dispatcher is publishing. Each method is one short statement that waits for nobody: rows that somebody
 * else holds are left out.
 */
public final class Leases {

    private static final String LEASE_READY = Sql.of(Leases.class, "lease-ready");
    private static final String MARK_QUEUED = Sql.of(Leases.class, "mark-queued");
    private static final String MARK_REPUBLISHED = Sql.of(Leases.class, "mark-republished");
    private static final String RELEASE = Sql.of(Leases.class, "release");

    private final JdbcClient jdbc;
    private final Publisher publisher;

    public Leases(JdbcClient jdbc, Publisher publisher) {
        this.jdbc = jdbc;
        this.publisher = publisher;
    }

    /** READY rows of open routes that nobody is publishing, the best first. */
    public List<Leased> leaseReady(int most) {
        if (most <= 0) {
            return List.of();
        }
        return jdbc.sql(LEASE_READY)
                .param("publisher", publisher.id())
                .param("lease_ms", publisher.lease().toMillis())
                .param("most", most)
                .query((rs, row) -> readLeased(rs))
                .list();
    }

    /**
     * READY → QUEUED. What is neither marked nor locked was claimed, taken back or ended meanwhile: normal.
     *
     * @param published no task twice
     */
    public MarkAnswer markQueued(Collection<Published> published) {
        if (published.isEmpty()) {
            return new MarkAnswer(0, List.of());
        }
        List<Verdict> verdicts = jdbc.sql(MARK_QUEUED)
                .param("ids", ids(published.stream().map(Published::key).toList()))
                .param("attempts", published.stream().map(p -> p.key().number()).toArray(Integer[]::new))
                .param("ages_ms", published.stream().map(Published::ageMillis).toArray(Long[]::new))
                .param("actor", publisher.actor())
                .query((rs, row) -> new Verdict(readKey(rs), rs.getString("verdict")))
                .list();
        return new MarkAnswer(
                (int) verdicts.stream().filter(v -> v.text.equals("MARKED")).count(),
                verdicts.stream()
                        .filter(v -> v.text.equals("LOCKED"))
                        .map(Verdict::key)
                        .toList());
    }

    /** Dates and counts what was published again while QUEUED. @return how many rows that were */
    public int markRepublished(Collection<Published> published) {
        if (published.isEmpty()) {
            return 0;
        }
        return jdbc.sql(MARK_REPUBLISHED)
                .param("ids", ids(published.stream().map(Published::key).toList()))
                .param("attempts", published.stream().map(p -> p.key().number()).toArray(Integer[]::new))
                .param("ages_ms", published.stream().map(Published::ageMillis).toArray(Long[]::new))
                .param("publisher", publisher.id())
                .update();
    }

    /** Gives leases up before their time; whoever looks after {@code pause} may take them. */
    public void release(Collection<AttemptKey> keys, Duration pause) {
        if (keys.isEmpty()) {
            return;
        }
        jdbc.sql(RELEASE)
                .param("ids", ids(keys))
                .param("pause_ms", pause.toMillis())
                .param("publisher", publisher.id())
                .update();
    }

    static String[] ids(Collection<AttemptKey> keys) {
        return keys.stream().map(k -> k.task().toString()).toArray(String[]::new);
    }

    static Leased readLeased(ResultSet rs) throws SQLException {
        return new Leased(readKey(rs), new RouteName(rs.getString("queue"), rs.getString("type")));
    }

    static AttemptKey readKey(ResultSet rs) throws SQLException {
        return new AttemptKey(new TaskId(rs.getObject("id", UUID.class)), rs.getInt("attempt"));
    }

    /**
     * @param marked how many are QUEUED now
     * @param locked held by somebody at this moment, perhaps by their claim: try again
     */
    public record MarkAnswer(int marked, List<AttemptKey> locked) {}

    private record Verdict(AttemptKey key, String text) {}
}
