package dev.holdfast.dispatcher.inspect;

import dev.holdfast.dispatcher.refuse.Ids;
import dev.holdfast.dispatcher.refuse.Refusal;
import dev.holdfast.store.inspect.Situations;
import dev.holdfast.task.TaskId;
import io.swagger.v3.oas.annotations.Operation;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /tasks/{id}/why}. */
@RestController
class ExplainTask {

    private final Situations situations;

    ExplainTask(Situations situations) {
        this.situations = situations;
    }

    @Operation(summary = "What a task waits for, who holds that, and its place in line; or how it ended")
    @GetMapping("/api/v1/tasks/{id}/why")
    WhyAnswer why(@PathVariable String id) {
        TaskId task = Ids.task(id);
        return situations.find(task).map(WhyAnswer::of).orElseThrow(() -> Refusal.unknown(task));
    }
}
