package dev.holdfast.chaos.judge;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * Triggers in the database of a chaos run that note each change of a task's place in line. To be set after the schema is
 * there and before the first submit; setting them again does nothing.
 */
public final class LineNotes {

    private LineNotes() {}

    /** Without them the judge cannot compare grants with places, and says so as a violation. */
    public static void install(DataSource database) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(Statements.read("note-lines"));
        } catch (SQLException e) {
            throw new IllegalStateException("cannot set the triggers that note places in line", e);
        }
    }
}
