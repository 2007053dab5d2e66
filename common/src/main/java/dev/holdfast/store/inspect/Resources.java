package dev.holdfast.store.inspect;

import dev.holdfast.store.Sql;
import dev.holdfast.store.inspect.ResourceView.Waiter;
import dev.holdfast.task.ResourceRequest.Mode;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Who holds what, and who waits for it. */
public final class Resources {

    /** More are not listed. */
    public static final int MOST = 1_000;

    private static final String HOLDERS = Sql.of(Resources.class, "holders");
    private static final String LINE = Sql.of(Resources.class, "line");

    private final JdbcClient jdbc;

    Resources(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** A name that nobody asked for has neither holders nor a line. */
    public ResourceView find(String resource) {
        return new ResourceView(holders(resource, Mode.EXCLUSIVE, MOST), line(resource));
    }

    /** @param asked only holders that conflict with a request of this mode */
    List<Holder> holders(String resource, Mode asked, int most) {
        return jdbc.sql(HOLDERS)
                .param("resource", resource)
                .param("exclusive_only", asked == Mode.SHARED)
                .param("most", most)
                .query((rs, row) -> new Holder(
                        new TaskId(rs.getObject("task_id", UUID.class)),
                        mode(rs.getBoolean("exclusive")),
                        TaskState.valueOf(rs.getString("state")),
                        Objects.requireNonNull(Rows.instant(rs, "since")),
                        rs.getString("worker"),
                        Rows.millis(rs, "heartbeat_ms")))
                .list();
    }

    static Mode mode(boolean exclusive) {
        return exclusive ? Mode.EXCLUSIVE : Mode.SHARED;
    }

    private List<Waiter> line(String resource) {
        return jdbc.sql(LINE)
                .param("resource", resource)
                .param("most", MOST)
                .query((rs, row) -> new Waiter(
                        new TaskId(rs.getObject("task_id", UUID.class)),
                        mode(rs.getBoolean("exclusive")),
                        rs.getInt("priority"),
                        rs.getString("type"),
                        rs.getString("queue"),
                        Objects.requireNonNull(Rows.instant(rs, "since"))))
                .list();
    }
}
