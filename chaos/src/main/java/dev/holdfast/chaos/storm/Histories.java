package dev.holdfast.chaos.storm;

import dev.holdfast.chaos.judge.Verdict;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;

/** The histories of the tasks that a verdict complains about, for whoever looks for the reason. */
final class Histories {

    private static final int MOST = 20;
    private static final String HISTORY = """
            select to_char(at, 'HH24:MI:SS.MS'), coalesce(from_state, '-'), to_state, attempt, actor, coalesce(reason, '')
            from history where task_id = ? order by version
            """;

    private Histories() {}

    static void print(Verdict verdict, DataSource database, PrintStream out) {
        List<UUID> tasks = verdict.violations().stream()
                .flatMap(violation -> violation.tasks().stream())
                .distinct()
                .toList();
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(HISTORY)) {
            for (UUID task : tasks.subList(0, Math.min(MOST, tasks.size()))) {
                out.println("history of " + task);
                statement.setObject(1, task);
                print(statement, out);
            }
        } catch (SQLException e) {
            out.println("the histories cannot be read: " + e.getMessage());
        }
        if (tasks.size() > MOST) {
            out.println("and of " + (tasks.size() - MOST) + " more tasks, in the rows that are kept");
        }
    }

    private static void print(PreparedStatement statement, PrintStream out) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                out.printf(
                        "  %s  %s -> %s, attempt %d, by %s %s%n",
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getInt(4),
                        row.getString(5),
                        row.getString(6));
            }
        }
    }
}
