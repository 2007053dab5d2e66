package dev.holdfast.store.reap;

import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/** Reads the columns {@code (id, attempt)}. */
final class OwnedAttempts {

    private OwnedAttempts() {}

    static AttemptKey read(ResultSet rs, int row) throws SQLException {
        return new AttemptKey(new TaskId(rs.getObject("id", UUID.class)), rs.getInt("attempt"));
    }
}
