package dev.holdfast.chaos.storm;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What the driver sees of the database, past all proxies: only to choose targets and to count what it saw, never to judge.
 * While the database is away it sees nothing, which is no error.
 */
final class Observer {

    private static final String UNFINISHED = "select count(*) from task_live";
    private static final String QUEUED = "select count(*) from task_live where state = 'QUEUED'";
    private static final String IN_STATE =
            "select id from task_live where state = ? order by md5(id::text || ?) limit 40";
    private static final String WATCHING = "select id from task_live where wait = 'W'";
    private static final String ALIVE = "select 1 from worker where name = ? and pid = ? and state = 'ALIVE'";
    private static final String RUNNING = """
            select w.name, count(*),
              count(*) filter (where exists (
                select 1 from reservation r where r.task_id = l.id and r.exclusive and r.status = 'H'))
            from task_live l join worker w on w.incarnation = l.incarnation
            where l.state in ('RUNNING', 'CANCELING') and w.state in ('ALIVE', 'DRAINING')
            group by w.name
            """;

    /** How many attempts a worker runs, and how many of them hold something exclusively. */
    record Load(int running, int exclusive) {

        static final Load NONE = new Load(0, 0);
    }

    private interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private final DataSource database;
    private @Nullable Connection kept;

    Observer(DataSource database) {
        this.database = database;
    }

    /** -1 while the database is away. */
    int unfinished() {
        return number(UNFINISHED);
    }

    /** -1 while the database is away. */
    int queued() {
        return number(QUEUED);
    }

    /** Some tasks in that state, in an order that the salt decides. */
    List<UUID> inState(String state, long salt) {
        return query(IN_STATE, row -> row.getObject(1, UUID.class), state, Long.toString(salt));
    }

    /** Tasks that wait for a resource that another task has. */
    List<UUID> waitingForResource() {
        return query(WATCHING, row -> row.getObject(1, UUID.class));
    }

    /** Whether the process with this name and pid has registered as a worker. */
    boolean isAlive(String name, long pid) {
        return !query(ALIVE, row -> true, name, pid).isEmpty();
    }

    Map<String, Load> loads() {
        Map<String, Load> loads = new LinkedHashMap<>();
        query(RUNNING, row -> loads.put(row.getString(1), new Load(row.getInt(2), row.getInt(3))));
        return loads;
    }

    private int number(String sql) {
        List<Integer> numbers = query(sql, row -> row.getInt(1));
        return numbers.isEmpty() ? -1 : numbers.get(0);
    }

    private synchronized <T> List<T> query(String sql, Reader<T> reader, Object... values) {
        List<T> rows = new ArrayList<>();
        try {
            Connection connection = kept == null ? database.getConnection() : kept;
            kept = connection;
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < values.length; i++) {
                    statement.setObject(i + 1, values[i]);
                }
                try (ResultSet found = statement.executeQuery()) {
                    while (found.next()) {
                        rows.add(reader.read(found));
                    }
                }
            }
            return rows;
        } catch (SQLException databaseIsAway) {
            kept = null;
            return List.of();
        }
    }
}
