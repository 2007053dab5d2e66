package dev.holdfast.store.settle;

import dev.holdfast.event.TaskTransition;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.Sql;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Reason;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import java.util.Collection;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Ends attempts and tasks. Each method is one statement: the state, the end of the reservations, the wake-up marks and the
 * history are committed together or not at all. It joins the caller's transaction if there is one.
 *
 * <p>What is missing in an answer lost its race: somebody else ended it before. That is normal.
 */
public final class Settlements {

    private static final String END_ATTEMPTS = Sql.of(Settlements.class, "end-attempts");
    private static final String TAKE_BACK = Sql.of(Settlements.class, "take-back");
    private static final String END_UNSTARTED = Sql.of(Settlements.class, "end-unstarted");

    private final JdbcClient jdbc;

    public Settlements(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * RUNNING or CANCELING → what outcome, budgets and policies say. Only attempts that {@code incarnation} owns now.
     *
     * @param actor who settles, for the history: {@code worker w1}, {@code reaper r1}
     * @param why in words, for the attempt's record; may be empty
     * @param ends no task twice
     */
    public List<TaskTransition> end(Incarnation incarnation, String actor, String why, Collection<AttemptEnd> ends) {
        if (ends.isEmpty()) {
            return List.of();
        }
        return jdbc.sql(END_ATTEMPTS)
                .param("ids", ends.stream().map(e -> e.key().task().toString()).toArray(String[]::new))
                .param("attempts", ends.stream().map(e -> e.key().number()).toArray(Integer[]::new))
                .param("outcomes", ends.stream().map(e -> e.outcome().name()).toArray(String[]::new))
                .param("results", ends.stream().map(AttemptEnd::result).toArray(String[]::new))
                .param("errors", ends.stream().map(AttemptEnd::error).toArray(String[]::new))
                .param("retryable", ends.stream().map(AttemptEnd::retryable).toArray(Boolean[]::new))
                .param("incarnation", incarnation.id())
                .param("actor", actor)
                .param("why", why)
                .query(Transitions::read)
                .list();
    }

    /** READY or QUEUED → WAITING at the old place, or parked while the route is closed. */
    public List<TaskTransition> takeBack(String actor, Reason reason, Collection<AttemptKey> attempts) {
        if (attempts.isEmpty()) {
            return List.of();
        }
        return jdbc.sql(TAKE_BACK)
                .param("ids", attempts.stream().map(a -> a.task().toString()).toArray(String[]::new))
                .param("attempts", attempts.stream().map(AttemptKey::number).toArray(Integer[]::new))
                .param("actor", actor)
                .param("reason", reason.name())
                .query(Transitions::read)
                .list();
    }

    /** SCHEDULED, WAITING, READY or QUEUED → CANCELED (USER). */
    public List<TaskTransition> cancelUnstarted(String actor, Collection<TaskId> tasks) {
        return endUnstarted(actor, TaskState.CANCELED, Reason.USER, null, false, tasks);
    }

    /** SCHEDULED, WAITING, READY or QUEUED past {@code expiresAt} → FAILED (EXPIRED). */
    public List<TaskTransition> expire(String actor, Collection<TaskId> tasks) {
        return endUnstarted(actor, TaskState.FAILED, Reason.EXPIRED, "not started before it expired", true, tasks);
    }

    private List<TaskTransition> endUnstarted(
            String actor,
            TaskState to,
            Reason reason,
            @org.jspecify.annotations.Nullable String error,
            boolean expiredOnly,
            Collection<TaskId> tasks) {
        if (tasks.isEmpty()) {
            return List.of();
        }
        return jdbc.sql(END_UNSTARTED)
                .param("ids", tasks.stream().map(TaskId::toString).toArray(String[]::new))
                .param("to_state", to.name())
                .param("reason", reason.name())
                .param("error", error)
                .param("expired_only", expiredOnly)
                .param("actor", actor)
                .query(Transitions::read)
                .list();
    }
}
