package dev.holdfast.dispatcher.steer;

import dev.holdfast.dispatcher.refuse.Problem;
import dev.holdfast.dispatcher.refuse.Refusal;
import dev.holdfast.dispatcher.submit.WakeGrants;
import dev.holdfast.store.steer.Queues;
import dev.holdfast.task.RouteName;
import io.swagger.v3.oas.annotations.Operation;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /queues/{q}/pause} and {@code /resume}. Asked twice, they answer alike. */
@RestController
class PauseQueue {

    private final Queues queues;
    private final WakeGrants grants;

    PauseQueue(Queues queues, WakeGrants grants) {
        this.queues = queues;
        this.grants = grants;
    }

    record Answer(String name, boolean paused) {}

    @Operation(summary = "Stops publishing to a queue; what runs goes on")
    @PostMapping("/api/v1/queues/{queue}/pause")
    Answer pause(@PathVariable String queue) {
        if (!RouteName.NAME.matcher(queue).matches()) {
            throw unknown();
        }
        queues.pause(queue);
        grants.wake();
        return new Answer(queue, true);
    }

    @Operation(summary = "Publishes to a paused queue again")
    @PostMapping("/api/v1/queues/{queue}/resume")
    Answer resume(@PathVariable String queue) {
        if (!RouteName.NAME.matcher(queue).matches() || !queues.resume(queue)) {
            throw unknown();
        }
        grants.wake();
        return new Answer(queue, false);
    }

    private static Refusal unknown() {
        return new Refusal(Problem.NOT_FOUND, "there is no queue by that name");
    }
}
