package dev.holdfast.quickstart.backing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedDatabaseIT {

    @Test
    void a_temporary_database_is_durable_by_its_settings_and_gone_after_close(@TempDir Path unused)
            throws SQLException {
        EmbeddedDatabase database =
                EmbeddedDatabase.builder().maxConnections(37).start();
        try (database;
                Connection connection = connect(database, database.jdbcUrl())) {
            assertThat(one(connection, "show fsync")).isEqualTo("on");
            assertThat(one(connection, "show synchronous_commit")).isEqualTo("on");
            assertThat(one(connection, "show max_connections")).isEqualTo("37");
            assertThat(one(connection, "show listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(one(connection, "select current_database()")).isEqualTo("holdfast");
        }
        assertThat(ProcessHandle.of(database.pid())).isEmpty();
    }

    @Test
    void what_was_committed_survives_a_kill_and_a_new_start_on_the_same_directory(@TempDir Path dir)
            throws SQLException {
        try (EmbeddedDatabase first =
                EmbeddedDatabase.builder().dataDirectory(dir.resolve("data")).start()) {
            try (Connection connection = connect(first, first.jdbcUrl())) {
                connection.createStatement().execute("create table kept as select 42 as answer");
            }
            first.kill();
        }
        try (EmbeddedDatabase second = EmbeddedDatabase.builder()
                        .dataDirectory(dir.resolve("data"))
                        .start();
                Connection connection = connect(second, second.jdbcUrl())) {
            assertThat(one(connection, "select answer from kept")).isEqualTo("42");
        }
    }

    @Test
    void a_server_that_a_killed_parent_left_behind_makes_way_for_the_next(@TempDir Path dir) throws SQLException {
        try (EmbeddedDatabase left = EmbeddedDatabase.builder()
                        .dataDirectory(dir.resolve("data"))
                        .start();
                EmbeddedDatabase next = EmbeddedDatabase.builder()
                        .dataDirectory(dir.resolve("data"))
                        .start();
                Connection connection = connect(next, next.jdbcUrl("of_its_own"))) {
            assertThat(one(connection, "select current_database()")).isEqualTo("of_its_own");
            assertThat(ProcessHandle.of(left.pid())).isEmpty();
        }
    }

    private static Connection connect(EmbeddedDatabase database, String url) throws SQLException {
        return DriverManager.getConnection(url, database.user(), database.password());
    }

    private static String one(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }
}
