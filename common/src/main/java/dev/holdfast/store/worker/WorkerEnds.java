package dev.holdfast.store.worker;

import dev.holdfast.event.TaskTransition;
import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.lease.WorkerState;
import dev.holdfast.store.Sql;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Outcome;
import dev.holdfast.task.TaskId;
import java.sql.Types;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Ends a worker's row and, in the same transaction, every attempt that the database says it owns. A crash half-way leaves
 * nothing half done; of two that try, the second finds the row ended and does nothing.
 */
public final class WorkerEnds {

    private static final String LOCK = Sql.of(WorkerEnds.class, "lock-for-end");
    private static final String OWNED = Sql.of(WorkerEnds.class, "owned-attempts");
    private static final String END = Sql.of(WorkerEnds.class, "end");
    private static final String REVOKE = Sql.of(WorkerEnds.class, "revoke");

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final Settlements settlements;

    public WorkerEnds(JdbcClient jdbc, TransactionTemplate transactions, Settlements settlements) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.settlements = settlements;
    }

    /**
     * An attempt that its worker's row still owned.
     *
     * @param overdue whether it had run longer than its timeout at the worker's last heartbeat
     * @param revoked whether the worker's lease was revoked because of one of its attempts
     */
    public record Owned(AttemptKey key, boolean overdue, boolean revoked) {

        /** The culprit of a revoked lease was overdue (or its cancel decides); the others only had the wrong neighbour. */
        Outcome outcomeOfLoss() {
            return overdue ? Outcome.TIMED_OUT : revoked ? Outcome.INTERRUPTED : Outcome.LOST;
        }
    }

    /**
     * ALIVE, DRAINING or CONDEMNED → LOST, its attempts by {@code onWorkerLost}; those beyond their timeout as TIMED_OUT, for
     * then it was the task that would not stop; the neighbours of such a one, for which the lease was revoked, as INTERRUPTED.
     *
     * @param proved whether the death of the process is proved; without proof only a worker whose lease has run out is ended
     * @param actor who settles, for the history
     * @param why what was seen, for the records of the attempts
     * @return what became of its tasks; empty optional if the row had ended before, or renewed its lease
     */
    public Optional<List<TaskTransition>> lost(Incarnation worker, boolean proved, String actor, String why) {
        return end(worker, WorkerState.LOST, !proved, null, actor, why, owned -> asLost(owned, why));
    }

    /**
     * Like {@link #lost} without proof, for one who has watched the worker's heartbeats.
     *
     * @param beat the counter as it was watched: a worker that has renewed since is not ended
     */
    public Optional<List<TaskTransition>> silent(Incarnation worker, long beat, String actor, String why) {
        return end(worker, WorkerState.LOST, true, beat, actor, why, owned -> asLost(owned, why));
    }

    private static AttemptEnd asLost(Owned owned, String why) {
        return AttemptEnd.stopped(owned.key(), owned.outcomeOfLoss(), why);
    }

    /**
     * ALIVE, DRAINING or CONDEMNED → STOPPED: the last act of a process that stops in good order, once all code that holds
     * resources has returned. Attempts that are still its own are ended as {@code ends} says: INTERRUPTED, or TIMED_OUT or
     * CANCELED for one that would not stop.
     *
     * @return what became of its tasks; empty optional if the row had ended before
     */
    public Optional<List<TaskTransition>> stopped(
            Incarnation worker, String actor, String why, Function<AttemptKey, AttemptEnd> ends) {
        return end(worker, WorkerState.STOPPED, false, null, actor, why, owned -> ends.apply(owned.key()));
    }

    /**
     * ALIVE or DRAINING → CONDEMNED: the last act of a process that halts because code that holds resources will not stop.
     * The attempts of that code stay as they are: they may not be settled while it can run, and this process cannot settle
     * them later. Whoever proves its death, or sees its lease run out, does. The others end as {@code ends} says.
     *
     * @param stuck the attempts whose code has not returned
     * @return what became of the other tasks; empty optional if the row had ended before
     */
    public Optional<List<TaskTransition>> condemned(
            Incarnation worker,
            Set<AttemptKey> stuck,
            String actor,
            String why,
            Function<AttemptKey, AttemptEnd> ends) {
        return end(
                worker,
                WorkerState.CONDEMNED,
                false,
                null,
                actor,
                why,
                owned -> stuck.contains(owned.key()) ? null : ends.apply(owned.key()));
    }

    private Optional<List<TaskTransition>> end(
            Incarnation worker,
            WorkerState state,
            boolean expiredOnly,
            @Nullable Long beat,
            String actor,
            String why,
            Function<Owned, @Nullable AttemptEnd> ends) {
        Optional<List<TaskTransition>> ended = Objects.requireNonNull(transactions.execute(tx -> {
            boolean locked = jdbc.sql(LOCK)
                    .param("incarnation", worker.id())
                    .param("expired_only", expiredOnly)
                    .param("beat", beat, Types.BIGINT)
                    .query((rs, row) -> true)
                    .optional()
                    .isPresent();
            if (!locked) {
                return Optional.<List<TaskTransition>>empty();
            }
            Faults.at(FaultPoint.END_LOCKED);
            // A statement of its own: its snapshot sees every claim that was committed before the lock was granted.
            List<AttemptEnd> owned =
                    owned(worker).stream().map(ends).filter(Objects::nonNull).toList();
            Faults.at(FaultPoint.END_OWNED_READ);
            List<TaskTransition> settled = settlements.end(worker, actor, why, owned);
            Faults.at(FaultPoint.END_SETTLED);
            if (state == WorkerState.CONDEMNED) {
                jdbc.sql(REVOKE).param("incarnation", worker.id()).update();
            } else {
                end(worker, state, why);
            }
            Faults.at(FaultPoint.END_BEFORE_COMMIT);
            return Optional.of(settled);
        }));
        Faults.at(FaultPoint.END_AFTER_COMMIT);
        return ended;
    }

    private void end(Incarnation worker, WorkerState state, String why) {
        jdbc.sql(END)
                .param("incarnation", worker.id())
                .param("state", state.name())
                .param("why", why)
                .update();
    }

    private List<Owned> owned(Incarnation worker) {
        return jdbc.sql(OWNED)
                .param("incarnation", worker.id())
                .query((rs, row) -> new Owned(
                        new AttemptKey(new TaskId(rs.getObject("id", UUID.class)), rs.getInt("attempt")),
                        rs.getBoolean("overdue"),
                        rs.getBoolean("revoked")))
                .list();
    }
}
