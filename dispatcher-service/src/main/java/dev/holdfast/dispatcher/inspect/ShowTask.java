package dev.holdfast.dispatcher.inspect;

import dev.holdfast.dispatcher.refuse.DurationText;
import dev.holdfast.dispatcher.refuse.Ids;
import dev.holdfast.dispatcher.refuse.Refusal;
import dev.holdfast.store.inspect.TaskView;
import dev.holdfast.store.inspect.Tasks;
import dev.holdfast.task.TaskId;
import io.swagger.v3.oas.annotations.Operation;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/** {@code GET /tasks/{id}}. */
@RestController
class ShowTask {

    private final Tasks tasks;
    private final Waiters waiters;
    private final WaitProperties properties;

    ShowTask(Tasks tasks, Waiters waiters, WaitProperties properties) {
        this.tasks = tasks;
        this.waiters = waiters;
        this.properties = properties;
    }

    @Operation(summary = "Shows a task; with wait=30s, once it has ended or that time is over")
    @GetMapping("/api/v1/tasks/{id}")
    DeferredResult<TaskAnswer> show(@PathVariable String id, @RequestParam(required = false) @Nullable String wait) {
        TaskId task = Ids.task(id);
        Duration patience = patience(wait);
        TaskView now = tasks.find(task).orElseThrow(() -> Refusal.unknown(task));
        if (!patience.isZero() && !now.state().isFinal()) {
            return waiters.await(task, patience);
        }
        DeferredResult<TaskAnswer> answer = new DeferredResult<>();
        answer.setResult(TaskAnswer.of(now));
        return answer;
    }

    private Duration patience(@Nullable String wait) {
        if (wait == null) {
            return Duration.ZERO;
        }
        Duration patience = DurationText.parse(wait)
                .orElseThrow(() -> Refusal.malformed("wait", "must be a duration such as 500ms, 30s or PT30S"));
        if (patience.isNegative() || patience.compareTo(properties.longest()) > 0) {
            throw Refusal.invalid(
                    "wait", "must be between 0s and " + properties.longest().toSeconds() + "s");
        }
        return patience;
    }
}
