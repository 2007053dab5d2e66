package dev.holdfast.store;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.output.MigrateResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The schema, brought up to date by whichever service starts first (Flyway lets one in at a time). Its history table is our
 * own, so that an application that embeds a worker keeps its own migrations apart.
 */
public final class Schema {

    private static final Logger log = LoggerFactory.getLogger(Schema.class);
    private static final long AGAIN_NANOS = 200_000_000;

    private Schema() {}

    /**
     * Migrates, waiting up to two minutes for a database that is not there yet.
     *
     * @throws FlywayException if the database stays away or holds a schema that this version does not
     *     know: the service must not start
     */
    public static Schema migrate(DataSource dataSource) {
        return migrate(dataSource, 120);
    }

    /** @param connectRetries how often, about one second apart, a database that is away is tried again */
    static Schema migrate(DataSource dataSource, int connectRetries) {
        MigrateResult result = migrate(flyway(dataSource, connectRetries), connectRetries);
        log.info(
                "schema is at version {}, {} migrations run now",
                result.targetSchemaVersion,
                result.migrationsExecuted);
        renewSessions(dataSource);
        return new Schema();
    }

    /** A database that goes away after it was reached is as good as one that is not there yet. */
    private static MigrateResult migrate(Flyway flyway, int seconds) {
        long began = System.nanoTime();
        while (true) {
            try {
                return flyway.migrate();
            } catch (FlywayException e) {
                if (System.nanoTime() - began >= seconds * 1_000_000_000L || !isLostConnection(e)) {
                    throw e;
                }
                log.warn("the database went away while its schema was looked at, trying again", e);
                LockSupport.parkNanos(AGAIN_NANOS);
            }
        }
    }

    /** Class 08 of the SQL states is the connection, 57P0x the end of the server. */
    private static boolean isLostConnection(FlywayException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return sql.getSQLState().startsWith("08") || sql.getSQLState().startsWith("57P0");
            }
        }
        return false;
    }

    private static Flyway flyway(DataSource dataSource, int connectRetries) {
        return Flyway.configure()
                .dataSource(dataSource)
                .locations("classpath:db/holdfast")
                .table("holdfast_schema_history")
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .connectRetries(connectRetries)
                .connectRetriesInterval(1)
                .load();
    }

    /** The limits that a migration sets for the role hold in sessions that begin after it. */
    private static void renewSessions(DataSource dataSource) {
        try {
            if (dataSource.isWrapperFor(HikariDataSource.class)) {
                HikariPoolMXBean pool =
                        dataSource.unwrap(HikariDataSource.class).getHikariPoolMXBean();
                if (pool != null) {
                    pool.softEvictConnections();
                }
            }
        } catch (SQLException e) {
            log.warn("the sessions of the pool keep the limits that they began with", e);
        }
    }
}
