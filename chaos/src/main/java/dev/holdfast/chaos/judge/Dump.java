package dev.holdfast.chaos.judge;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;

/** Writes what the judge wants to know of the database into one file, one row of one table per line. */
final class Dump {

    private static final List<String> TABLES = List.of("tasks", "history", "attempts", "reservations");
    private static final int SLICE = 2_000;

    private final DataSource database;

    Dump(DataSource database) {
        this.database = database;
    }

    /** All rows as one moment saw them. Replaces the file. */
    void writeTo(Path file) {
        try (Connection connection = database.getConnection();
                BufferedWriter out = Files.newBufferedWriter(file)) {
            connection.setAutoCommit(false);
            connection.setReadOnly(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            for (String table : TABLES) {
                copy(connection, Statements.read(table), out);
            }
            if (linesWereNoted(connection)) {
                copy(connection, Statements.read("line"), out);
            }
            connection.rollback();
        } catch (SQLException e) {
            throw new IllegalStateException("cannot read the database of the run", e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private static boolean linesWereNoted(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select to_regclass('chaos_line') is not null")) {
            return row.next() && row.getBoolean(1);
        }
    }

    private static void copy(Connection connection, String sql, BufferedWriter out) throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(SLICE);
            try (ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    out.write(rows.getString(1));
                    out.write('\n');
                }
            }
        }
    }
}
