package dev.holdfast.dispatcher.inspect;

import dev.holdfast.dispatcher.refuse.Ids;
import dev.holdfast.dispatcher.refuse.Refusal;
import dev.holdfast.store.inspect.Tasks;
import dev.holdfast.task.TaskId;
import io.swagger.v3.oas.annotations.Operation;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /tasks/{id}}. */
@RestController
class ShowTask {

    private final Tasks tasks;

    ShowTask(Tasks tasks) {
        this.tasks = tasks;
    }

    @Operation(summary = "Shows a task")
    @GetMapping("/api/v1/tasks/{id}")
    TaskAnswer show(@PathVariable String id) {
        TaskId task = Ids.task(id);
        return tasks.find(task).map(TaskAnswer::of).orElseThrow(() -> Refusal.unknown(task));
    }
}
