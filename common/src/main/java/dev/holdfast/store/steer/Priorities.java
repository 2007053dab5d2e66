package dev.holdfast.store.steer;

import dev.holdfast.store.Retries;
import dev.holdfast.store.Sql;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Moves tasks up and down in the lines they stand in. */
public final class Priorities {

    private static final String SET_URGENCY = Sql.of(Priorities.class, "set-urgency");

    private final JdbcClient jdbc;
    private final Retries retries;

    public Priorities(JdbcClient jdbc, Retries retries) {
        this.jdbc = jdbc;
        this.retries = retries;
    }

    /**
     * Sets the priority of a task that has not started; of one that has, nothing is changed. The place in line among tasks
     * of the same priority stays.
     *
     * @param priority 0–9, higher first
     * @return the state of the task at that moment; empty if it is not unfinished
     */
    public Optional<TaskState> set(TaskId task, int priority) {
        return retries.whole(() -> jdbc.sql(SET_URGENCY)
                .param("id", task.value())
                .param("urgency", 9 - priority)
                .query(String.class)
                .optional()
                .map(TaskState::valueOf));
    }
}
