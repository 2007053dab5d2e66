package dev.holdfast.dispatcher.inspect;

import dev.holdfast.store.inspect.Overviews;
import dev.holdfast.store.inspect.QueueView;
import dev.holdfast.store.inspect.QueueView.Depth;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /queues}. */
@RestController
class ShowQueues {

    private final Overviews overviews;

    ShowQueues(Overviews overviews) {
        this.overviews = overviews;
    }

    record Queues(List<QueueAnswer> queues) {}

    /**
     * @param depth unfinished tasks that no worker has started
     * @param running tasks that a worker has
     * @param byState unfinished tasks; {@code PARKED} are WAITING in no line, for no worker serves their type or the queue is
     *     paused
     * @param oldestWait how long the oldest waiting task of each priority has waited, highest priority first
     */
    @Schema(name = "Queue")
    record QueueAnswer(
            String name,
            boolean paused,
            long depth,
            long running,
            Map<String, Long> byState,
            List<OldestWait> oldestWait,
            List<TypeAnswer> types) {}

    record OldestWait(int priority, long tasks, long oldestMs) {}

    /** @param served whether a live worker runs it */
    @Schema(name = "QueueType")
    record TypeAnswer(String type, boolean served, Map<String, Long> byState) {}

    @Operation(summary = "Depth, running and oldest wait of each queue")
    @GetMapping("/api/v1/queues")
    Queues show() {
        return new Queues(overviews.queues().stream().map(ShowQueues::answer).toList());
    }

    private static QueueAnswer answer(QueueView queue) {
        List<Depth> all =
                queue.types().stream().flatMap(type -> type.depths().stream()).toList();
        return new QueueAnswer(
                queue.name(),
                queue.paused(),
                sum(all, depth -> !isRunning(depth)),
                sum(all, ShowQueues::isRunning),
                QueueView.byState(all),
                oldestWait(all),
                queue.types().stream()
                        .map(type -> new TypeAnswer(type.type(), type.served(), QueueView.byState(type.depths())))
                        .toList());
    }

    private static List<OldestWait> oldestWait(List<Depth> all) {
        Map<Integer, OldestWait> byPriority = new TreeMap<>(Comparator.reverseOrder());
        all.stream()
                .filter(ShowQueues::isWaiting)
                .forEach(depth -> byPriority.merge(
                        depth.priority(),
                        new OldestWait(
                                depth.priority(), depth.tasks(), depth.oldest().toMillis()),
                        (a, b) -> new OldestWait(
                                a.priority(), a.tasks() + b.tasks(), Math.max(a.oldestMs(), b.oldestMs()))));
        return List.copyOf(byPriority.values());
    }

    private static boolean isWaiting(Depth depth) {
        return depth.state().equals("WAITING") || depth.state().equals("PARKED");
    }

    private static boolean isRunning(Depth depth) {
        return depth.state().equals("RUNNING") || depth.state().equals("CANCELING");
    }

    private static long sum(List<Depth> all, Predicate<Depth> which) {
        return all.stream().filter(which).mapToLong(Depth::tasks).sum();
    }
}
