package dev.holdfast.store.check;

import dev.holdfast.store.Sql;
import dev.holdfast.task.TaskId;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What repairs did, task by task, for ever after; a change of state stands in the history too. */
public final class RepairNotes {

    private static final String ADD = Sql.of(RepairNotes.class, "add-note");
    private static final String READ = Sql.of(RepairNotes.class, "notes");

    private final JdbcClient jdbc;

    public RepairNotes(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** One of them. */
    public record Note(Instant at, String invariant, String actor, String did) {}

    /** To be called in the transaction of what was done. */
    void add(String actor, Repaired repaired) {
        jdbc.sql(ADD)
                .param("task", repaired.task() == null ? null : repaired.task().toString())
                .param("resource", repaired.resource())
                .param("invariant", repaired.invariant().id())
                .param("actor", actor)
                .param("did", repaired.did())
                .update();
    }

    /** First to last. */
    public List<Note> of(TaskId task) {
        return jdbc.sql(READ)
                .param("id", task.value())
                .query((rs, row) -> new Note(
                        Objects.requireNonNull(rs.getObject("at", OffsetDateTime.class))
                                .toInstant(),
                        rs.getString("invariant"),
                        rs.getString("actor"),
                        rs.getString("did")))
                .list();
    }
}
