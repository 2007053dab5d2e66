package dev.holdfast.dispatcher.inspect;

import dev.holdfast.dispatcher.refuse.Ids;
import dev.holdfast.dispatcher.refuse.Refusal;
import dev.holdfast.store.check.RepairNotes;
import dev.holdfast.store.inspect.AttemptView;
import dev.holdfast.store.inspect.Records;
import dev.holdfast.store.inspect.TransitionView;
import dev.holdfast.task.TaskId;
import io.swagger.v3.oas.annotations.Operation;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /tasks/{id}/attempts} and {@code /history}. */
@RestController
class ShowRecords {

    private final Records records;
    private final RepairNotes notes;

    ShowRecords(Records records, RepairNotes notes) {
        this.records = records;
        this.notes = notes;
    }

    record Attempts(List<AttemptView> attempts) {}

    /** @param repairs what {@code check --repair} did to the task, whether or not that was a transition */
    record History(List<TransitionView> history, List<RepairNotes.Note> repairs) {}

    @Operation(summary = "The attempts of a task, first to last; the last one may still run")
    @GetMapping("/api/v1/tasks/{id}/attempts")
    Attempts attempts(@PathVariable String id) {
        TaskId task = Ids.task(id);
        List<AttemptView> attempts = records.attempts(task);
        if (attempts.isEmpty() && !records.exists(task)) {
            throw Refusal.unknown(task);
        }
        return new Attempts(attempts);
    }

    @Operation(summary = "Every transition of a task: when, from, to, by whom, why")
    @GetMapping("/api/v1/tasks/{id}/history")
    History history(@PathVariable String id) {
        TaskId task = Ids.task(id);
        List<TransitionView> history = records.history(task);
        if (history.isEmpty()) {
            throw Refusal.unknown(task);
        }
        return new History(history, notes.of(task));
    }
}
