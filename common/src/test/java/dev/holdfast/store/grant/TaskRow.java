package dev.holdfast.store.grant;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * An unfinished task with all its reservation rows, as the oracle sees it.
 *
 * @param resources name → exclusive
 */
record TaskRow(
        UUID id,
        int route,
        boolean open,
        boolean suspect,
        String state,
        @Nullable String waits,
        @Nullable String watch,
        int urgency,
        long place,
        int attempt,
        Map<String, Boolean> resources) {

    static final Comparator<TaskRow> ORDER =
            Comparator.comparingInt(TaskRow::urgency).thenComparingLong(TaskRow::place);

    boolean inLine() {
        return state.equals("WAITING") && !"P".equals(waits);
    }

    boolean parked() {
        return state.equals("WAITING") && "P".equals(waits);
    }

    boolean holds() {
        return List.of("READY", "QUEUED", "RUNNING", "CANCELING").contains(state);
    }

    /** Reads all unfinished tasks in one snapshot. @throws AssertionError if the rows of a task contradict each other */
    static List<TaskRow> all(JdbcClient jdbc) {
        return jdbc.sql("""
                select l.id, l.route, q.open, l.suspect, l.state, l.wait, l.watch, l.urgency, coalesce(l.place, 0) as place,
                  l.attempt, l.resources as wanted, r.names, r.modes, r.statuses,
                  coalesce(r.same, true) as same
                from task_live l
                join route q on q.id = l.route
                left join lateral (
                  select array_agg(x.resource) as names, array_agg(x.exclusive) as modes,
                    array_agg(distinct x.status::text) as statuses,
                    bool_and(x.urgency = l.urgency and x.place is not distinct from l.place) as same
                  from reservation x where x.task_id = l.id
                ) r on true
                order by l.urgency, l.place""").query((rs, row) -> read(rs)).list();
    }

    private static TaskRow read(ResultSet rs) throws SQLException {
        Map<String, Boolean> resources = new LinkedHashMap<>();
        String[] names = strings(rs.getArray("names"));
        Array modes = rs.getArray("modes");
        for (int i = 0; i < names.length; i++) {
            resources.put(names[i], ((Boolean[]) modes.getArray())[i]);
        }
        TaskRow task = new TaskRow(
                rs.getObject("id", UUID.class),
                rs.getInt("route"),
                rs.getBoolean("open"),
                rs.getBoolean("suspect"),
                rs.getString("state"),
                rs.getString("wait"),
                rs.getString("watch"),
                rs.getInt("urgency"),
                rs.getLong("place"),
                rs.getInt("attempt"),
                resources);
        String status = task.holds() ? "H" : task.inLine() ? "W" : "P";
        if (resources.size() != rs.getInt("wanted")) {
            throw new AssertionError(task + " wants " + rs.getInt("wanted") + " resources");
        }
        if (!rs.getBoolean("same")) {
            throw new AssertionError(task + " has another urgency or place in a reservation row");
        }
        for (String found : strings(rs.getArray("statuses"))) {
            if (!found.equals(status)) {
                throw new AssertionError(task + " has a reservation row with status " + found);
            }
        }
        return task;
    }

    private static String[] strings(@Nullable Array array) throws SQLException {
        return array == null ? new String[0] : (String[]) array.getArray();
    }
}
