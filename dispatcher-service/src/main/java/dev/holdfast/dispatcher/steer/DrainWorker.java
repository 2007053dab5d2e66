package dev.holdfast.dispatcher.steer;

import dev.holdfast.dispatcher.refuse.Problem;
import dev.holdfast.dispatcher.refuse.Refusal;
import dev.holdfast.lease.WorkerState;
import dev.holdfast.store.steer.Drains;
import io.swagger.v3.oas.annotations.Operation;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /workers/{id}/drain}. */
@RestController
class DrainWorker {

    private final Drains drains;

    DrainWorker(Drains drains) {
        this.drains = drains;
    }

    record Answer(String id, String state, boolean drainRequested) {}

    @Operation(summary = "Asks a worker to stop in good order; it learns of it with its next heartbeat")
    @PostMapping("/api/v1/workers/{id}/drain")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Answer drain(@PathVariable String id) {
        WorkerState state = drains.request(incarnation(id)).orElseThrow(DrainWorker::unknown);
        if (!state.isLive()) {
            throw new Refusal(Problem.WORKER_ENDED, "worker " + id + " is " + state);
        }
        return new Answer(id, state.name(), true);
    }

    private static UUID incarnation(String id) {
        try {
            return UUID.fromString(id);
        } catch (IllegalArgumentException e) {
            throw unknown();
        }
    }

    private static Refusal unknown() {
        return new Refusal(Problem.NOT_FOUND, "there is no worker with that id: ids are those of GET /api/v1/workers");
    }
}
