package dev.holdfast.store.steer;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.store.Retries;
import dev.holdfast.store.Sql;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Pauses and resumes queues. A pause stops publishing; what is with the broker is taken back, what runs goes on. The
 * queue's row and those of its routes change together, and new routes are made under a lock on the queue's row.
 */
public final class Queues {

    private static final String CREATE = Sql.of(Queues.class, "create-queue");
    private static final String SET_QUEUE = Sql.of(Queues.class, "set-queue-paused");
    private static final String SET_ROUTES = Sql.of(Queues.class, "set-routes-paused");

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final Retries retries;

    public Queues(JdbcClient jdbc, TransactionTemplate transactions, Retries retries) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.retries = retries;
    }

    /** A queue that nobody has used yet can be paused too. */
    public void pause(String queue) {
        retries.whole(() -> transactions.execute(tx -> {
            jdbc.sql(CREATE).param("queue", queue).update();
            Faults.at(FaultPoint.PAUSE_QUEUE_CREATED);
            return set(queue, true);
        }));
        Faults.at(FaultPoint.PAUSE_AFTER_COMMIT);
    }

    /** @return false if there is no such queue */
    public boolean resume(String queue) {
        return Boolean.TRUE.equals(retries.whole(() -> transactions.execute(tx -> set(queue, false))));
    }

    private boolean set(String queue, boolean paused) {
        boolean known = jdbc.sql(SET_QUEUE)
                        .param("queue", queue)
                        .param("paused", paused)
                        .update()
                == 1;
        Faults.at(FaultPoint.PAUSE_QUEUE_SET);
        // A statement of its own: its snapshot must show the routes that were made while we waited for the queue's row.
        jdbc.sql(SET_ROUTES).param("queue", queue).param("paused", paused).update();
        Faults.at(FaultPoint.PAUSE_BEFORE_COMMIT);
        return known;
    }
}
