package dev.holdfast.store.submit;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.store.Retries;
import dev.holdfast.store.Sql;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Takes tasks in. When a method returns, they are committed and will reach a final state.
 *
 * <p>Deadlocks are retried whole. Any other {@link org.springframework.dao.DataAccessException} means that
 * nothing was stored, or that the commit's answer was lost: only an idempotency key tells which.
 */
public final class Submissions {

    private static final String TAKE_KEY = Sql.of(Submissions.class, "take-key");
    private static final String READ_KEY = Sql.of(Submissions.class, "read-key");
    private static final String STATES = Sql.of(Submissions.class, "states");

    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final int KEY_WAITS = 5;

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final Retries retries;
    private final NewRoutes routes;

    public Submissions(JdbcClient jdbc, TransactionTemplate transactions, Retries retries) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.retries = retries;
        this.routes = new NewRoutes(jdbc, transactions, retries);
    }

    /** Stores all of {@code tasks} or none. Their places in line follow the order of the list. */
    public List<Submitted> submit(String actor, List<Submission> tasks) {
        List<Submitted> stored = withRoutes(tasks, () -> transactions.execute(tx -> insert(actor, tasks)));
        Faults.at(FaultPoint.SUBMIT_AFTER_COMMIT);
        return stored;
    }

    /**
     * Like {@link #submit(String, List)}, once per key. Who loses a race for the key waits for the winner and answers
     * alike.
     */
    public SubmitResult submit(IdempotencyKey key, String actor, List<Submission> tasks) {
        for (int attempt = 1; ; attempt++) {
            try {
                SubmitResult result = withRoutes(
                        tasks,
                        () -> transactions.execute(tx -> {
                            if (!take(key, tasks)) {
                                Faults.at(FaultPoint.SUBMIT_KEY_REFUSED);
                                return earlier(key);
                            }
                            Faults.at(FaultPoint.SUBMIT_AFTER_KEY);
                            return new SubmitResult.Accepted(insert(actor, tasks));
                        }));
                Faults.at(FaultPoint.SUBMIT_AFTER_COMMIT);
                return result;
            } catch (DataAccessException e) {
                if (attempt == KEY_WAITS || !winnerIsSlow(e)) {
                    throw e;
                }
            }
        }
    }

    /** It holds the key for longer than {@code lock_timeout}, or has just been swept. */
    private static boolean winnerIsSlow(DataAccessException e) {
        return e instanceof KeySwept || Retries.sqlState(e).equals(LOCK_NOT_AVAILABLE);
    }

    private <T> T withRoutes(List<Submission> tasks, Supplier<T> work) {
        try {
            return retries.whole(work);
        } catch (UnknownRoute e) {
            routes.create(new TreeSet<>(tasks.stream().map(Submission::route).toList()));
            Faults.at(FaultPoint.ROUTES_AFTER_COMMIT);
            return retries.whole(work);
        }
    }

    private List<Submitted> insert(String actor, List<Submission> tasks) {
        List<Submitted> stored = InsertTasks.statement(jdbc, actor, tasks)
                .query((rs, row) -> new Submitted(
                        new TaskId(rs.getObject("id", UUID.class)), TaskState.valueOf(rs.getString("state"))))
                .list();
        if (stored.size() != tasks.size()) {
            throw new UnknownRoute();
        }
        Faults.at(FaultPoint.SUBMIT_BEFORE_COMMIT);
        return stored;
    }

    private boolean take(IdempotencyKey key, List<Submission> tasks) {
        return jdbc.sql(TAKE_KEY)
                        .param("caller", key.caller())
                        .param("key", key.key())
                        .param("body", key.bodySha256())
                        .param("ids", tasks.stream().map(t -> t.id().toString()).toArray(String[]::new))
                        .update()
                == 1;
    }

    /** The winner has committed, so a new statement sees it. If its key was swept meanwhile, the submit is tried again. */
    private SubmitResult earlier(IdempotencyKey key) {
        Taken taken = jdbc.sql(READ_KEY)
                .param("caller", key.caller())
                .param("key", key.key())
                .query((rs, row) -> new Taken(rs.getBytes("body_sha256"), (UUID[])
                        rs.getArray("task_ids").getArray()))
                .optional()
                .orElseThrow(KeySwept::new);
        if (!Arrays.equals(taken.body(), key.bodySha256())) {
            return new SubmitResult.KeyUsedForOther();
        }
        Faults.at(FaultPoint.SUBMIT_KEY_KNOWN);
        return new SubmitResult.SameAsBefore(jdbc.sql(STATES)
                .param("ids", Arrays.stream(taken.ids()).map(UUID::toString).toArray(String[]::new))
                .query((rs, row) -> new Submitted(
                        new TaskId(rs.getObject("id", UUID.class)),
                        TaskState.valueOf(Objects.requireNonNull(rs.getString("state")))))
                .list());
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record Taken(byte[] body, UUID[] ids) {}

    /** The key was taken, and its row is gone. */
    private static final class KeySwept extends ConcurrencyFailureException {
        private static final long serialVersionUID = 1;

        KeySwept() {
            super("the idempotency key was just swept");
        }
    }

    /** Nothing was inserted, for a route's row is not there yet. */
    private static final class UnknownRoute extends RuntimeException {
        private static final long serialVersionUID = 1;

        UnknownRoute() {
            super("a route is not there yet", null, false, false);
        }
    }
}
