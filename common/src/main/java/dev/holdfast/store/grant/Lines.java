package dev.holdfast.store.grant;

import dev.holdfast.store.Retries;
import dev.holdfast.store.Sql;
import dev.holdfast.task.TaskId;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Puts tasks in line and out of it, without granting. Each method is one statement over at most {@code batch} tasks, goes by
 * what the rows say now, and passes over tasks that somebody else holds: what it missed, the next call finds. So any number
 * of dispatchers may call it at any time; call it again while it answers {@code batch}.
 */
public final class Lines {

    private static final String DUE = Sql.of(Lines.class, "due");
    private static final String EXPIRING = Sql.of(Lines.class, "expiring");
    private static final String PARK = Sql.of(Lines.class, "park");
    private static final String UNPARK = Sql.of(Lines.class, "unpark");

    private final JdbcClient jdbc;
    private final Retries retries;

    public Lines(JdbcClient jdbc, Retries retries) {
        this.jdbc = jdbc;
        this.retries = retries;
    }

    /** SCHEDULED tasks whose time has come get a new place, those found together by due time, then id. Returns how many. */
    public int putDueInLine(String actor, int batch) {
        return retries.whole(() -> jdbc.sql(DUE)
                .param("actor", actor)
                .param("batch", batch)
                .query(Integer.class)
                .single());
    }

    /** Waiting tasks of closed routes leave the lines and keep their places. Returns how many. */
    public int park(int batch) {
        return retries.whole(
                () -> jdbc.sql(PARK).param("batch", batch).query(Integer.class).single());
    }

    /** Parked tasks of open routes come back to their places, the best of each route first. Returns how many. */
    public int unpark(int batch) {
        return retries.whole(() ->
                jdbc.sql(UNPARK).param("batch", batch).query(Integer.class).single());
    }

    /** Tasks that nobody started before they expired. For {@code Settlements.expire}, which tests again under the lock. */
    public List<TaskId> expiring(int batch) {
        return jdbc.sql(EXPIRING)
                .param("batch", batch)
                .query((rs, row) -> new TaskId(rs.getObject("id", UUID.class)))
                .list();
    }
}
