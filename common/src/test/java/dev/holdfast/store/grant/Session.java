package dev.holdfast.store.grant;

import dev.holdfast.backing.Database;
import dev.holdfast.store.Retries;
import dev.holdfast.store.claim.Claims;
import dev.holdfast.store.settle.Settlements;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** One connection, for one thread at a time, with the store on it. */
final class Session implements AutoCloseable {

    private final SingleConnectionDataSource source;
    private final Connection connection;
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final Retries retries = new Retries(meters);
    final JdbcClient jdbc;
    final Settlements settlements;
    final Claims claims;
    final Lines lines;

    Session(Database database) {
        try {
            connection = database.dataSource().getConnection();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        source = new SingleConnectionDataSource(connection, true);
        jdbc = JdbcClient.create(source);
        settlements = new Settlements(jdbc);
        claims = new Claims(jdbc);
        lines = new Lines(jdbc, retries);
        // A test holds transactions open on purpose; and waits for the pass of another session.
        jdbc.sql("set idle_in_transaction_session_timeout = 0").update();
        jdbc.sql("set lock_timeout = '20s'").update();
    }

    GrantPass pass() {
        return pass(GrantSql.ours());
    }

    GrantPass pass(GrantSql sql) {
        Grantor grantor = new Grantor(UUID.randomUUID(), "dispatcher d1", Duration.ofSeconds(10));
        return new GrantPass(jdbc, new DataSourceTransactionManager(source), retries, grantor, sql);
    }

    /** What follows on this session is not seen by others before {@link #commit}. */
    void begin() {
        sql(() -> connection.setAutoCommit(false));
    }

    void commit() {
        sql(connection::commit);
        sql(() -> connection.setAutoCommit(true));
    }

    void rollback() {
        sql(connection::rollback);
        sql(() -> connection.setAutoCommit(true));
    }

    @Override
    public void close() {
        sql(connection::close);
    }

    private interface Step {
        void run() throws SQLException;
    }

    private static void sql(Step step) {
        try {
            step.run();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
