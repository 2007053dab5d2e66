package dev.holdfast.store.reap;

import dev.holdfast.event.TaskTransition;
import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.Sql;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Outcome;
import java.sql.Types;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Attempts that the database gives to a live worker and that this worker does not know, because it never heard the answer to
 * its claim. Nothing died and no code ran, so they end as INTERRUPTED and spend neither a loss nor a failure.
 */
public final class ForgottenAttempts {

    private static final String FIND = Sql.of(ForgottenAttempts.class, "forgotten");
    private static final String HOLD_BEATS = Sql.of(ForgottenAttempts.class, "hold-beats");

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final Settlements settlements;

    public ForgottenAttempts(JdbcClient jdbc, TransactionTemplate transactions, Settlements settlements) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.settlements = settlements;
    }

    /** Live workers that have forgotten something. */
    public List<Incarnation> find() {
        return query(null, (rs, row) -> new Incarnation(rs.getObject("incarnation", UUID.class))).stream()
                .distinct()
                .toList();
    }

    /**
     * RUNNING or CANCELING → what INTERRUPTED means for the task. The worker's heartbeats wait meanwhile, so that the test
     * and the settlement see the same two.
     *
     * @return what became of the tasks; empty if nothing is forgotten any more
     */
    public List<TaskTransition> settle(Incarnation worker, String actor, String why) {
        return Objects.requireNonNull(transactions.execute(tx -> {
            boolean live = jdbc.sql(HOLD_BEATS)
                    .param("incarnation", worker.id())
                    .query((rs, row) -> true)
                    .optional()
                    .isPresent();
            if (!live) {
                return List.<TaskTransition>of();
            }
            Faults.at(FaultPoint.FORGOTTEN_HELD);
            List<AttemptKey> forgotten = query(worker, OwnedAttempts::read);
            Faults.at(FaultPoint.FORGOTTEN_READ);
            List<TaskTransition> settled = settlements.end(
                    worker,
                    actor,
                    why,
                    forgotten.stream()
                            .map(key -> AttemptEnd.stopped(key, Outcome.INTERRUPTED, why))
                            .toList());
            Faults.at(FaultPoint.FORGOTTEN_BEFORE_COMMIT);
            return settled;
        }));
    }

    private <T> List<T> query(@Nullable Incarnation only, RowMapper<T> mapper) {
        return jdbc.sql(FIND)
                .param("incarnation", only == null ? null : only.id(), Types.OTHER)
                .query(mapper)
                .list();
    }
}
