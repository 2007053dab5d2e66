package dev.holdfast.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;

class SchemaIT {

    /** One frozen client must not stop anyone else, not even the one that was there before the limits. */
    @Test
    void sessions_from_before_the_migration_are_replaced_by_such_as_have_its_limits() {
        Database database = Backing.database();
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(database.url());
            pool.setUsername(database.user());
            pool.setPassword(database.password());
            pool.setMaximumPoolSize(3);
            JdbcClient jdbc = JdbcClient.create(pool);
            jdbc.sql("set lock_timeout = 0").update();
            Integer before =
                    jdbc.sql("select pg_backend_pid()").query(Integer.class).single();

            new LateSchema(pool).ensure();

            await().untilAsserted(() -> assertThat(jdbc.sql("select pid from pg_stat_activity where pid = ?")
                            .params(before)
                            .query(Integer.class)
                            .list())
                    .isEmpty());
            assertThat(jdbc.sql("select current_setting('lock_timeout')")
                            .query(String.class)
                            .single())
                    .isEqualTo("1s");
        }
    }

    @Test
    void a_database_that_goes_away_while_its_schema_is_looked_at_does_not_end_the_start() {
        Database database = Backing.database();
        AtomicInteger opened = new AtomicInteger();
        DataSource dying = new DelegatingDataSource(database.dataSource()) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                if (opened.getAndIncrement() == 0) {
                    int pid = connection.unwrap(PGConnection.class).getBackendPID();
                    JdbcClient.create(database.dataSource())
                            .sql("select pg_terminate_backend(?)")
                            .params(pid)
                            .query(Boolean.class)
                            .single();
                }
                return connection;
            }
        };

        Schema.migrate(dying, 10);

        assertThat(opened.get()).isGreaterThan(1);
    }
}
