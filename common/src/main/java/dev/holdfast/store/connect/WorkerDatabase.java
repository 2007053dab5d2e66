package dev.holdfast.store.connect;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.store.Schema;
import java.time.Duration;
import java.util.Properties;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The four connections of a worker: three in a pool, and one for heartbeats that nobody else can keep waiting. Opens
 * nothing before its first use.
 */
public final class WorkerDatabase implements AutoCloseable {

    private static final int POOLED = 3;

    private final HikariDataSource pool;
    private final SingleConnectionDataSource steady;
    private final JdbcClient jdbc;
    private final JdbcClient heartbeatJdbc;
    private final TransactionTemplate transactions;

    /**
     * @param heartbeatTimeout bound of connecting and of each answer on the heartbeat's connection, in whole seconds
     */
    public WorkerDatabase(JdbcAddress address, Duration heartbeatTimeout) {
        this.pool = pool(address);
        this.steady = steady(address, heartbeatTimeout);
        this.jdbc = JdbcClient.create(pool);
        this.heartbeatJdbc = JdbcClient.create(steady);
        this.transactions = new TransactionTemplate(new DataSourceTransactionManager(pool));
    }

    /** Brings the schema up to date, waiting up to two minutes for the database. */
    public void migrate() {
        Schema.migrate(pool);
    }

    public JdbcClient jdbc() {
        return jdbc;
    }

    public TransactionTemplate transactions() {
        return transactions;
    }

    /** On the connection outside the pool; for one thread. */
    public JdbcClient heartbeatJdbc() {
        return heartbeatJdbc;
    }

    /** Drops the heartbeat's connection after a failure; the next statement opens another. */
    public void resetHeartbeat() {
        steady.resetConnection();
    }

    @Override
    public void close() {
        steady.destroy();
        pool.close();
    }

    private static HikariDataSource pool(JdbcAddress address) {
        HikariDataSource pool = new HikariDataSource();
        pool.setPoolName("holdfast-worker");
        pool.setJdbcUrl(address.url());
        pool.setUsername(address.username());
        pool.setPassword(address.password());
        pool.setMaximumPoolSize(POOLED);
        pool.setMinimumIdle(1);
        pool.setConnectionTimeout(3_000);
        pool.setValidationTimeout(1_000);
        pool.setInitializationFailTimeout(-1);
        timeouts(Duration.ofSeconds(2), Duration.ofSeconds(12))
                .forEach((key, value) -> pool.addDataSourceProperty((String) key, value));
        return pool;
    }

    private static SingleConnectionDataSource steady(JdbcAddress address, Duration timeout) {
        SingleConnectionDataSource steady = new SingleConnectionDataSource();
        steady.setUrl(address.url());
        steady.setSuppressClose(true);
        steady.setAutoCommit(true);
        Properties properties = timeouts(timeout, timeout);
        properties.setProperty("ApplicationName", "holdfast-heartbeat");
        if (address.username() != null) {
            properties.setProperty("user", address.username());
        }
        if (address.password() != null) {
            properties.setProperty("password", address.password());
        }
        steady.setConnectionProperties(properties);
        return steady;
    }

    /** The socket timeout of the pool stands above the server's statement_timeout (10 s): the server answers first. */
    private static Properties timeouts(Duration connect, Duration socket) {
        Properties properties = new Properties();
        properties.setProperty("connectTimeout", seconds(connect));
        properties.setProperty("loginTimeout", seconds(connect));
        properties.setProperty("socketTimeout", seconds(socket));
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("ApplicationName", "holdfast-worker");
        return properties;
    }

    private static String seconds(Duration duration) {
        return Long.toString(Math.max(1, (duration.toMillis() + 999) / 1000));
    }
}
