package dev.holdfast.store.progress;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.Sql;
import java.util.Collection;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Stores progress and checkpoints, each proved against the live row: an attempt that was settled can say nothing more. */
public final class ProgressNotes {

    private static final String NOTE = Sql.of(ProgressNotes.class, "note");

    private final JdbcClient jdbc;

    public ProgressNotes(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * One statement for all.
     *
     * @param notes no task twice
     * @return how many were stored; the others' attempts are not this incarnation's any more
     */
    public int write(Incarnation incarnation, Collection<ProgressNote> notes) {
        if (notes.isEmpty()) {
            return 0;
        }
        return jdbc.sql(NOTE)
                .param("incarnation", incarnation.id())
                .param("ids", notes.stream().map(n -> n.key().task().toString()).toArray(String[]::new))
                .param("attempts", notes.stream().map(n -> n.key().number()).toArray(Integer[]::new))
                .param("percents", notes.stream().map(ProgressNote::percent).toArray(Integer[]::new))
                .param("messages", notes.stream().map(ProgressNote::message).toArray(String[]::new))
                .param(
                        "checkpoints",
                        notes.stream().map(ProgressNote::checkpoint).toArray(String[]::new))
                .update();
    }
}
