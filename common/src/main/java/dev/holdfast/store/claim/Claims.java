package dev.holdfast.store.claim;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.Sql;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Claims delivered attempts for one worker process. */
public final class Claims {

    private static final String CLAIM = Sql.of(Claims.class, "claim");

    private final JdbcClient jdbc;

    public Claims(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Claims all of {@code attempts} that can be claimed, in one statement and one commit. When it returns, the claims are
     * durable.
     *
     * <p>One incarnation must not call this from two threads at once: the rule of one suspect per worker is tested within
     * one call and against what committed before it.
     *
     * @param attempts no task twice
     * @return one answer per attempt, in no order
     * @throws org.springframework.dao.DataAccessException if the database did not answer, or a row stayed locked for longer
     *     than {@code lock_timeout} (1 s): return the deliveries. A claim that was committed without its answer being heard
     *     is found by the two-beat rule of the heartbeat
     */
    public List<ClaimResult> claim(Incarnation incarnation, String workerName, List<AttemptKey> attempts) {
        return jdbc.sql(CLAIM)
                .param("ids", attempts.stream().map(a -> a.task().toString()).toArray(String[]::new))
                .param("attempts", attempts.stream().map(AttemptKey::number).toArray(Integer[]::new))
                .param("incarnation", incarnation.id())
                .param("actor", "worker " + workerName)
                .query((rs, row) -> read(rs))
                .list();
    }

    private static ClaimResult read(ResultSet rs) throws SQLException {
        AttemptKey key = new AttemptKey(new TaskId(rs.getObject("id", UUID.class)), rs.getInt("attempt"));
        String verdict = rs.getString("verdict");
        return switch (verdict) {
            case "CLAIMED" ->
                new ClaimResult.Claimed(
                        key,
                        new RouteName(rs.getString("queue"), rs.getString("type")),
                        rs.getString("payload"),
                        Duration.ofMillis(rs.getLong("timeout_ms")),
                        rs.getLong("fencing_token"),
                        rs.getInt("resources") > 0,
                        rs.getInt("losses") > 0,
                        rs.getString("checkpoint"));
            case "GONE" -> new ClaimResult.Gone(key);
            case "EXPIRED" -> new ClaimResult.Expired(key);
            case "PAUSED" -> new ClaimResult.Paused(key);
            case "SUSPECT" -> new ClaimResult.OtherSuspectRuns(key);
            case "NO_LEASE" -> new ClaimResult.NoLease(key);
            default -> throw new IllegalStateException("claim.sql answered " + verdict);
        };
    }
}
