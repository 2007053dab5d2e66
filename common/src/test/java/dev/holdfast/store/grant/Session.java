package dev.holdfast.store.grant;

import dev.holdfast.backing.Database;
import dev.holdfast.store.Retries;
import dev.holdfast.store.claim.Claims;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.store.steer.Priorities;
import dev.holdfast.store.submit.Submissions;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** One connection, for one thread at a time, with the store on it. */
final class Session implements AutoCloseable {

    private final Connection connection;
    private final DataSourceTransactionManager transactions;
    private @Nullable TransactionStatus open;
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final Retries retries = new Retries(meters);
    final JdbcClient jdbc;
    final Settlements settlements;
    final Claims claims;
    final Lines lines;
    final Submissions submissions;
    final Priorities priorities;

    Session(Database database) {
        try {
            connection = database.dataSource().getConnection();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        SingleConnectionDataSource source = new SingleConnectionDataSource(connection, true);
        transactions = new DataSourceTransactionManager(source);
        // Transactions of several sessions overlap in one thread.
        transactions.setTransactionSynchronization(DataSourceTransactionManager.SYNCHRONIZATION_NEVER);
        jdbc = JdbcClient.create(source);
        settlements = new Settlements(jdbc);
        claims = new Claims(jdbc);
        lines = new Lines(jdbc, retries);
        priorities = new Priorities(jdbc, retries);
        submissions = new Submissions(jdbc, new TransactionTemplate(transactions), retries);
        // A test holds transactions open on purpose; and waits for the pass of another session.
        jdbc.sql("set idle_in_transaction_session_timeout = 0").update();
        jdbc.sql("set lock_timeout = '20s'").update();
        jdbc.sql("set statement_timeout = '60s'").update();
    }

    GrantPass pass() {
        return pass(GrantSql.ours());
    }

    GrantPass pass(GrantSql sql) {
        Grantor grantor = new Grantor(UUID.randomUUID(), "dispatcher d1", Duration.ofSeconds(10));
        return new GrantPass(jdbc, transactions, retries, grantor, sql);
    }

    /** What follows on this session is not seen by others before {@link #commit}. */
    void begin() {
        open = transactions.getTransaction(new DefaultTransactionDefinition());
    }

    void commit() {
        transactions.commit(Objects.requireNonNull(open));
        open = null;
    }

    void rollback() {
        transactions.rollback(Objects.requireNonNull(open));
        open = null;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
