package dev.holdfast.dispatcher.inspect;

import dev.holdfast.store.inspect.Overviews;
import dev.holdfast.store.inspect.WorkerView;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /workers}. */
@RestController
class ShowWorkers {

    private final Overviews overviews;

    ShowWorkers(Overviews overviews) {
        this.overviews = overviews;
    }

    record Workers(List<WorkerAnswer> workers) {}

    /**
     * @param id of the process; a restart under the same name is another one
     * @param running ids of the tasks that it runs
     */
    @Schema(name = "Worker")
    record WorkerAnswer(
            String id,
            String name,
            String state,
            String host,
            long pid,
            List<String> queues,
            List<String> types,
            int slots,
            long ttlMs,
            Instant startedAt,
            Instant heartbeatAt,
            long heartbeatAgeMs,
            boolean leaseValid,
            boolean drainRequested,
            List<String> running,
            @Nullable Instant endedAt,
            @Nullable String endReason) {

        static WorkerAnswer of(WorkerView worker) {
            return new WorkerAnswer(
                    worker.incarnation().toString(),
                    worker.name(),
                    worker.state().name(),
                    worker.host(),
                    worker.pid(),
                    worker.queues(),
                    worker.types(),
                    worker.slots(),
                    worker.ttl().toMillis(),
                    worker.startedAt(),
                    worker.heartbeatAt(),
                    worker.heartbeatAge().toMillis(),
                    worker.leaseValid(),
                    worker.drainRequested(),
                    worker.running().stream().map(Object::toString).toList(),
                    worker.endedAt(),
                    worker.endReason());
        }
    }

    @Operation(summary = "The workers that are there, and those that ended within the last day")
    @GetMapping("/api/v1/workers")
    Workers show() {
        return new Workers(overviews.workers().stream().map(WorkerAnswer::of).toList());
    }
}
