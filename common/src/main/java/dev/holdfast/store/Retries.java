package dev.holdfast.store;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Runs a transaction again, whole, when PostgreSQL ended it to save another (deadlock 40P01, serialization failure 40001).
 * The lock order should make that impossible, so each is counted ({@code holdfast.store.retries}) and logged.
 */
public final class Retries {

    /** How often a transaction is tried in all. */
    public static final int TRIES = 3;

    private static final Logger log = LoggerFactory.getLogger(Retries.class);

    private final Counter counter;

    public Retries(MeterRegistry meters) {
        this.counter = Counter.builder("holdfast.store.retries")
                .description("transactions run again after a deadlock or a serialization failure")
                .register(meters);
    }

    /**
     * @param transaction all of it, from begin to commit
     * @throws DataAccessException of the last try, or any other at once
     */
    public <T> T whole(Supplier<T> transaction) {
        for (int attempt = 1; ; attempt++) {
            try {
                return transaction.get();
            } catch (DataAccessException e) {
                if (attempt == TRIES || !isSacrifice(sqlState(e))) {
                    throw e;
                }
                counter.increment();
                log.warn("the database ended a transaction to save another one, trying it again", e);
            }
        }
    }

    /** The SQLSTATE at the root of {@code e}, or an empty text. */
    public static String sqlState(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return sql.getSQLState();
            }
        }
        return "";
    }

    private static boolean isSacrifice(String sqlState) {
        return sqlState.equals("40P01") || sqlState.equals("40001");
    }
}
