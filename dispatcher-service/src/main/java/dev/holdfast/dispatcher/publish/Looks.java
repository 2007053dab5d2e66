package dev.holdfast.dispatcher.publish;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What looks at broker queues have shown: a queue that holds nothing ready at two looks a gap apart, and at none between,
 * while a slot was free both times, has lost what should be in it.
 *
 * <p>Not thread-safe. Times are by {@link System#nanoTime()}.
 */
final class Looks {

    /** Looks older than so many gaps prove nothing any more. */
    private static final int MEMORY = 3;

    private final Map<Integer, Deque<Long>> emptyAndFree = new HashMap<>();
    private final long gap;

    Looks(Duration gap) {
        this.gap = gap.toNanos();
    }

    /**
     * Notes a look.
     *
     * @param ready messages that the queue holds ready
     * @param free whether a slot was free
     * @return whether it proves the queue's messages lost
     */
    boolean provesLoss(int route, int ready, boolean free, long now) {
        if (ready > 0) {
            emptyAndFree.remove(route);
            return false;
        }
        if (!free) {
            return false;
        }
        Deque<Long> looks = emptyAndFree.computeIfAbsent(route, unknown -> new ArrayDeque<>());
        while (!looks.isEmpty() && now - looks.getFirst() > MEMORY * gap) {
            looks.removeFirst();
        }
        looks.addLast(now);
        return now - looks.getFirst() >= gap;
    }

    /** Forgets all but these routes. */
    void retain(Set<Integer> routes) {
        emptyAndFree.keySet().retainAll(routes);
    }

    /** Its messages were sent again: the proof begins anew. */
    void forget(int route) {
        emptyAndFree.remove(route);
    }
}
