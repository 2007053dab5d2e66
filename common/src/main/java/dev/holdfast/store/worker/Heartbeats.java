package dev.holdfast.store.worker;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.lease.WorkerState;
import dev.holdfast.store.Sql;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Writes a worker's own row while it lives. Made for a connection of its own, outside any pool. */
public final class Heartbeats {

    private static final String REGISTER = Sql.of(Heartbeats.class, "register");
    private static final String NAMESAKES = Sql.of(Heartbeats.class, "namesakes");
    private static final String HEARTBEAT = Sql.of(Heartbeats.class, "heartbeat");
    private static final String DRAIN = Sql.of(Heartbeats.class, "drain");
    private static final String REFUND = Sql.of(Heartbeats.class, "refund");

    private final JdbcClient jdbc;

    public Heartbeats(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Earlier processes of this name whose work has not been settled, oldest first. */
    public List<Namesake> namesakes(String name) {
        return jdbc.sql(NAMESAKES)
                .param("name", name)
                .query((rs, row) -> new Namesake(
                        new Incarnation(rs.getObject("incarnation", UUID.class)),
                        WorkerState.valueOf(rs.getString("state")),
                        rs.getString("host"),
                        rs.getLong("pid"),
                        rs.getLong("beat"),
                        Duration.ofMillis(rs.getLong("ttl_ms")),
                        rs.getBoolean("expired")))
                .list();
    }

    /**
     * Makes the row: from now on this incarnation may claim.
     *
     * @throws org.springframework.dao.DuplicateKeyException if another process of this name is ALIVE: look at the
     *     {@link #namesakes} again
     */
    public void register(Registration registration) {
        jdbc.sql(REGISTER)
                .param("incarnation", registration.incarnation().id())
                .param("name", registration.name())
                .param("host", registration.host())
                .param("pid", registration.pid())
                .param("queues", registration.queues().toArray(String[]::new))
                .param("types", registration.types().toArray(String[]::new))
                .param("slots", registration.slots())
                .param("ttl_ms", registration.ttl().toMillis())
                .update();
    }

    /**
     * Renews the lease, also one that has run out, as long as the row was not ended or revoked.
     *
     * @param running all attempts that this process runs, from before their claim is sent until after their end was
     *     answered: an attempt missing from two heartbeats in a row is settled by the reaper
     */
    public HeartbeatAnswer beat(Incarnation incarnation, Collection<AttemptKey> running) {
        List<Row> rows = jdbc.sql(HEARTBEAT)
                .param("incarnation", incarnation.id())
                .param("running", running.stream().map(AttemptKey::toString).toArray(String[]::new))
                .query((rs, row) -> {
                    UUID task = rs.getObject("id", UUID.class);
                    return new Row(
                            rs.getBoolean("drain_requested"),
                            task == null ? null : new AttemptKey(new TaskId(task), rs.getInt("attempt")),
                            rs.getBoolean("canceled"));
                })
                .list();
        if (rows.isEmpty()) {
            return new HeartbeatAnswer.Ended();
        }
        Set<AttemptKey> canceled = new HashSet<>();
        Set<AttemptKey> overdue = new HashSet<>();
        for (Row row : rows) {
            if (row.attempt != null) {
                (row.canceled ? canceled : overdue).add(row.attempt);
            }
        }
        return new HeartbeatAnswer.Renewed(rows.get(0).drain, canceled, overdue);
    }

    /** ALIVE → DRAINING: from now on nothing is claimed. False if the row was not ALIVE. */
    public boolean drain(Incarnation incarnation) {
        return jdbc.sql(DRAIN).param("incarnation", incarnation.id()).update() == 1;
    }

    /**
     * Takes back the losses that were counted when this process was believed dead. To be called by the process itself,
     * which proves that it had survived. Each loss is refunded once; a task that was ended because of it stays ended.
     *
     * @return how many unfinished tasks got a loss back
     */
    public int refund(Incarnation believedDead) {
        return jdbc.sql(REFUND).param("incarnation", believedDead.id()).update();
    }

    private record Row(boolean drain, @Nullable AttemptKey attempt, boolean canceled) {}
}
