package dev.holdfast.store.cancel;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.store.Retries;
import dev.holdfast.store.Sql;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Cancels tasks, whatever they are doing at that moment. */
public final class Cancellations {

    private static final String ASK = Sql.of(Cancellations.class, "ask-cancel");
    private static final String FINAL_STATE = Sql.of(Cancellations.class, "final-state");

    /** A task that is claimed, lost and claimed again between our statements, this many times, is a fault of ours. */
    private static final int TRIES = 10;

    private final JdbcClient jdbc;
    private final Settlements settlements;
    private final Retries retries;

    public Cancellations(JdbcClient jdbc, Settlements settlements, Retries retries) {
        this.jdbc = jdbc;
        this.settlements = settlements;
        this.retries = retries;
    }

    /**
     * Each step is one statement and one commit, so a crash between them leaves the task as it was or canceled.
     *
     * @param actor for the history
     */
    public CancelResult cancel(TaskId task, String actor) {
        for (int run = 0; run < TRIES; run++) {
            if (!retries.whole(() -> settlements.cancelUnstarted(actor, List.of(task)))
                    .isEmpty()) {
                Faults.at(FaultPoint.CANCEL_AFTER_END);
                return new CancelResult.Ended();
            }
            Faults.at(FaultPoint.CANCEL_NOT_UNSTARTED);
            CancelResult result = retries.whole(() -> ask(task, actor));
            Faults.at(FaultPoint.CANCEL_AFTER_ASK);
            if (result != null) {
                return result;
            }
        }
        throw new CannotAcquireLockException("task " + task + " kept changing hands");
    }

    /** Null if it went back in line since the step before. */
    private @Nullable CancelResult ask(TaskId task, String actor) {
        Optional<Found> found = jdbc.sql(ASK)
                .param("id", task.value())
                .param("actor", actor)
                .query((rs, row) -> new Found(TaskState.valueOf(rs.getString("state")), rs.getInt("attempt")))
                .optional();
        if (found.isEmpty()) {
            return ended(task);
        }
        return switch (found.get().state()) {
            case RUNNING ->
                new CancelResult.Asked(new AttemptKey(task, found.get().attempt()));
            case CANCELING ->
                new CancelResult.AskedBefore(new AttemptKey(task, found.get().attempt()));
            default -> null;
        };
    }

    private CancelResult ended(TaskId task) {
        return jdbc.sql(FINAL_STATE)
                .param("id", task.value())
                .query(String.class)
                .optional()
                .<CancelResult>map(state -> new CancelResult.AlreadyFinal(TaskState.valueOf(state)))
                .orElseGet(CancelResult.Unknown::new);
    }

    private record Found(TaskState state, int attempt) {}
}
