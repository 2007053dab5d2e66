package dev.holdfast.worker.finish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.progress.ProgressNote;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import java.util.List;
import org.junit.jupiter.api.Test;

class NotesTest {

    private final Notes notes = new Notes();
    private final Incarnation incarnation = Incarnation.next();
    private final AttemptKey key = new AttemptKey(TaskId.next(), 1);

    @Test
    void the_latest_of_each_kind_wins_and_is_taken_once() {
        notes.progress(incarnation, key, 10, "a");
        notes.checkpoint(incarnation, key, "1");
        notes.progress(incarnation, key, 20, "b");
        assertThat(notes.takeAll()).containsEntry(incarnation, List.of(new ProgressNote(key, 20, "b", "1")));
        assertThat(notes.takeAll()).isEmpty();
    }

    @Test
    void what_could_not_be_written_does_not_overwrite_what_was_said_since() {
        notes.progress(incarnation, key, 10, "a");
        notes.checkpoint(incarnation, key, "1");
        List<ProgressNote> taken = notes.takeAll().get(incarnation);
        notes.progress(incarnation, key, 20, "b");
        notes.giveBack(incarnation, taken == null ? List.of() : taken);
        assertThat(notes.takeAll()).containsEntry(incarnation, List.of(new ProgressNote(key, 20, "b", "1")));
    }
}
