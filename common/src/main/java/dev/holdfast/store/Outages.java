package dev.holdfast.store;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.TransactionException;

/** Tells a database that is away or busy from a fault of our own. */
public final class Outages {

    private static final Set<String> ROLLED_BACK = Set.of("55P03", "40P01", "40001");

    private Outages() {}

    /** Whether the same call may succeed in a moment: the database is away, restarting, busy or out of connections. */
    public static boolean maySoonBeOver(RuntimeException e) {
        return e instanceof TransientDataAccessException
                || e instanceof RecoverableDataAccessException
                || e instanceof DataAccessResourceFailureException
                || e instanceof TransactionException
                || connectionLost(e);
    }

    /**
     * Whether the database itself answered that it undid the statement for the sake of others: a lock that was not to be had
     * (55P03), a deadlock (40P01), a serialization failure (40001). Anything else may have been done, its answer lost.
     */
    public static boolean rolledBack(Throwable e) {
        return ROLLED_BACK.contains(Retries.sqlState(e));
    }

    /** SQLSTATE 08 connection, 53 resources, 55P03 lock, 57 the server was told to stop or to end the statement. */
    private static boolean connectionLost(@Nullable Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                String state = sql.getSQLState();
                return state.startsWith("08")
                        || state.startsWith("53")
                        || state.startsWith("55P03")
                        || state.startsWith("57");
            }
        }
        return false;
    }
}
