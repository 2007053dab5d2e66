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
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Attempts that a live worker still runs long after it was asked to stop them, and has not ended by itself. One that holds
 * resources may not be settled while its code runs: its worker's lease is revoked, and it is settled when that has run out.
 * One that holds nothing is ended at once; what its code may still do is refused.
 */
public final class OverdueAttempts {

    private static final String FIND = Sql.of(OverdueAttempts.class, "overdue");
    private static final String HOLD_BEATS = Sql.of(OverdueAttempts.class, "hold-beats");
    private static final String CONDEMN = Sql.of(OverdueAttempts.class, "condemn");

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final Settlements settlements;

    public OverdueAttempts(JdbcClient jdbc, TransactionTemplate transactions, Settlements settlements) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.settlements = settlements;
    }

    /**
     * How long workers are given to end such an attempt themselves.
     *
     * @param alive from the timeout or the cancel
     * @param draining the same, for a worker that stops and lets its other attempts finish first
     */
    public record Grace(Duration alive, Duration draining) {}

    /**
     * @param holds whether it holds resources
     */
    public record Overdue(AttemptKey key, Incarnation worker, String workerName, boolean holds) {}

    /** What was done about one worker. */
    public record Enforced(boolean condemned, List<TaskTransition> settled) {}

    public List<Overdue> find(Grace grace) {
        return find(grace, null);
    }

    /**
     * Ends what holds nothing; then condemns the worker (ALIVE or DRAINING → CONDEMNED) if one that holds resources is left.
     * Two transactions, because the tasks of one may sort before those of the other.
     */
    public Enforced enforce(Incarnation worker, Grace grace, String actor, String why) {
        List<TaskTransition> settled = withBeatsHeld(
                worker,
                grace,
                List.of(),
                overdue -> settlements.end(
                        worker,
                        actor,
                        why,
                        overdue.stream()
                                .filter(o -> !o.holds)
                                .map(o -> AttemptEnd.stopped(o.key, Outcome.TIMED_OUT, why))
                                .toList()));
        Faults.at(FaultPoint.OVERDUE_BETWEEN);
        boolean condemned = withBeatsHeld(
                worker,
                grace,
                false,
                overdue ->
                        condemn(worker, overdue.stream().filter(Overdue::holds).toList()));
        return new Enforced(condemned, settled);
    }

    /** What is overdue now, given to {@code act} while the worker can neither renew its row nor be ended. */
    private <T> T withBeatsHeld(Incarnation worker, Grace grace, T otherwise, Function<List<Overdue>, T> act) {
        return Objects.requireNonNull(transactions.execute(tx -> {
            boolean live = jdbc.sql(HOLD_BEATS)
                    .param("incarnation", worker.id())
                    .query((rs, row) -> true)
                    .optional()
                    .isPresent();
            if (!live) {
                return otherwise;
            }
            Faults.at(FaultPoint.OVERDUE_HELD);
            List<Overdue> overdue = find(grace, worker);
            Faults.at(FaultPoint.OVERDUE_READ);
            T done = act.apply(overdue);
            Faults.at(FaultPoint.OVERDUE_BEFORE_COMMIT);
            return done;
        }));
    }

    private boolean condemn(Incarnation worker, List<Overdue> culprits) {
        return !culprits.isEmpty()
                && jdbc.sql(CONDEMN)
                                .param("incarnation", worker.id())
                                .param(
                                        "ids",
                                        culprits.stream()
                                                .map(o -> o.key.task().toString())
                                                .toArray(String[]::new))
                                .update()
                        == 1;
    }

    private List<Overdue> find(Grace grace, @Nullable Incarnation only) {
        return jdbc.sql(FIND)
                .param("incarnation", only == null ? null : only.id(), Types.OTHER)
                .param("alive_s", grace.alive.toMillis() / 1000.0)
                .param("draining_s", grace.draining.toMillis() / 1000.0)
                .query((rs, row) -> new Overdue(
                        OwnedAttempts.read(rs, row),
                        new Incarnation(rs.getObject("incarnation", UUID.class)),
                        rs.getString("name"),
                        rs.getBoolean("holds")))
                .list();
    }
}
