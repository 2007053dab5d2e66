package dev.holdfast.store.reap;

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
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Attempts whose incarnation has no live row: whoever ended the row left them behind, or the row was deleted. They are
 * settled like those of a dead worker; a reservation is never released without its attempt.
 */
public final class OrphanedAttempts {

    private static final String FIND = Sql.of(OrphanedAttempts.class, "orphans");
    private static final String LOCK = Sql.of(OrphanedAttempts.class, "lock-worker");
    private static final String OWNED = Sql.of(OrphanedAttempts.class, "orphans-of");

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final Settlements settlements;

    public OrphanedAttempts(JdbcClient jdbc, TransactionTemplate transactions, Settlements settlements) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.settlements = settlements;
    }

    /**
     * One incarnation that owns attempts but has no live row.
     *
     * @param name null if there is no row at all
     * @param state null if there is no row at all: then nobody has proved yet that the process is gone
     */
    public record Owner(
            Incarnation incarnation,
            @Nullable String name,
            @Nullable WorkerState state,
            int attempts) {

        /** Whether the row is gone rather than ended. */
        public boolean vanished() {
            return state == null;
        }
    }

    public List<Owner> find() {
        return jdbc.sql(FIND)
                .query((rs, row) -> {
                    String state = rs.getString("state");
                    return new Owner(
                            new Incarnation(rs.getObject("incarnation", UUID.class)),
                            rs.getString("name"),
                            state == null ? null : WorkerState.valueOf(state),
                            rs.getInt("attempts"));
                })
                .list();
    }

    /**
     * RUNNING or CANCELING → what LOST means for the task. Tests under the row's lock that it is still not live.
     *
     * @return what became of the tasks; empty if somebody else settled them, or the row is live
     */
    public List<TaskTransition> settle(Incarnation owner, String actor, String why) {
        return Objects.requireNonNull(transactions.execute(tx -> {
            Optional<String> state = jdbc.sql(LOCK)
                    .param("incarnation", owner.id())
                    .query(String.class)
                    .optional();
            if (state.isPresent() && WorkerState.valueOf(state.get()).isLive()) {
                return List.<TaskTransition>of();
            }
            Faults.at(FaultPoint.ORPHAN_LOCKED);
            List<AttemptKey> owned = jdbc.sql(OWNED)
                    .param("incarnation", owner.id())
                    .query(OwnedAttempts::read)
                    .list();
            Faults.at(FaultPoint.ORPHAN_OWNED_READ);
            List<TaskTransition> settled = settlements.end(
                    owner,
                    actor,
                    why,
                    owned.stream()
                            .map(key -> AttemptEnd.stopped(key, Outcome.LOST, why))
                            .toList());
            Faults.at(FaultPoint.ORPHAN_BEFORE_COMMIT);
            return settled;
        }));
    }
}
