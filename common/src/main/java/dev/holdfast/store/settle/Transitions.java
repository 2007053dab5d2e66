package dev.holdfast.store.settle;

import dev.holdfast.event.TaskTransition;
import dev.holdfast.task.Reason;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/** Reads the rows {@code (id, from_state, to_state, attempt, reason)} that each settling statement returns. */
public final class Transitions {

    private Transitions() {}

    public static TaskTransition read(ResultSet rs, int row) throws SQLException {
        String reason = rs.getString("reason");
        return new TaskTransition(
                new TaskId(rs.getObject("id", UUID.class)),
                TaskState.valueOf(rs.getString("from_state")),
                TaskState.valueOf(rs.getString("to_state")),
                rs.getInt("attempt"),
                reason == null ? null : Reason.valueOf(reason));
    }
}
