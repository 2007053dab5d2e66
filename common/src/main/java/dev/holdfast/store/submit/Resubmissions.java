package dev.holdfast.store.submit;

import dev.holdfast.store.Sql;
import dev.holdfast.store.submit.Submission.Policies;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import dev.holdfast.task.WorkerLostPolicy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Runs final tasks again, as new tasks with fresh budgets. A task has at most one such successor; the successor may have one
 * of its own.
 */
public final class Resubmissions {

    private static final String ORIGINAL = Sql.of(Resubmissions.class, "original");
    private static final String SUCCESSOR = Sql.of(Resubmissions.class, "successor");

    private final JdbcClient jdbc;
    private final Submissions submissions;

    public Resubmissions(JdbcClient jdbc, Submissions submissions) {
        this.jdbc = jdbc;
        this.submissions = submissions;
    }

    /** Submits what {@code task} was, with its last priority, to be run at once. Of two that ask, both get the same one. */
    public RetryResult retry(TaskId task, String actor) {
        Optional<Original> original = jdbc.sql(ORIGINAL)
                .param("id", task.value())
                .query((rs, row) -> original(task, rs))
                .optional();
        if (original.isEmpty()) {
            return new RetryResult.Unknown();
        }
        if (!original.get().state().isFinal()) {
            return new RetryResult.NotFinal(original.get().state());
        }
        Optional<Submitted> successor = successor(task);
        if (successor.isPresent()) {
            return new RetryResult.StoredBefore(successor.get());
        }
        try {
            List<Submitted> stored =
                    submissions.submit(actor, List.of(original.get().again()));
            return new RetryResult.Stored(stored.get(0));
        } catch (DuplicateKeyException e) {
            return new RetryResult.StoredBefore(successor(task).orElseThrow(() -> e));
        }
    }

    private Optional<Submitted> successor(TaskId task) {
        return jdbc.sql(SUCCESSOR)
                .param("id", task.value())
                .query((rs, row) -> new Submitted(
                        new TaskId(rs.getObject("id", UUID.class)), TaskState.valueOf(rs.getString("state"))))
                .optional();
    }

    private record Original(TaskState state, Submission again) {}

    private static Original original(TaskId task, ResultSet rs) throws SQLException {
        Backoff backoff = new Backoff(
                Duration.ofMillis(rs.getLong("backoff_initial_ms")),
                Duration.ofMillis(rs.getLong("backoff_max_ms")),
                rs.getDouble("backoff_factor"),
                rs.getDouble("backoff_jitter"));
        Policies policies = new Policies(
                Duration.ofMillis(rs.getLong("timeout_ms")),
                rs.getInt("max_attempts"),
                backoff,
                rs.getInt("max_lost"),
                WorkerLostPolicy.valueOf(rs.getString("on_worker_lost")));
        Submission again = new Submission(
                TaskId.next(),
                new RouteName(rs.getString("queue"), rs.getString("type")),
                rs.getString("payload"),
                Json.resources(rs.getString("resources")),
                Json.labels(rs.getString("labels")),
                rs.getInt("priority"),
                null,
                null,
                null,
                policies,
                task);
        return new Original(TaskState.valueOf(rs.getString("state")), again);
    }
}
