package dev.holdfast.store.check;

import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.RouteName;
import java.time.Instant;
import java.util.List;

/**
 * What should be in the broker queue of a route.
 *
 * @param tasks how many QUEUED tasks were published long enough ago to be there
 * @param since when the first of them was published
 * @param oldest the first 20 of them
 */
public record QueuedRoute(RouteName name, int tasks, Instant since, List<AttemptKey> oldest) {

    /** Which tasks may have lost their message, when the broker holds so many: as many as are missing, the oldest first. */
    List<Violation> missing(int ready) {
        String detail =
                "route %s/%s: %d published, the broker holds %d".formatted(name.queue(), name.type(), tasks, ready);
        return oldest.stream()
                .limit(Math.max(0, tasks - ready))
                .map(key -> new Violation(key.task(), key.number(), null, since, detail))
                .toList();
    }
}
