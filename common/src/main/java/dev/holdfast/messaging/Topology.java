package dev.holdfast.messaging;

import dev.holdfast.task.RouteName;

/** The names of exchanges and queues. All are durable unless said otherwise. */
public final class Topology {

    /** Direct exchange for task messages; the routing key is the name of the route's queue. */
    public static final String TASKS = "holdfast.tasks";

    /** Fanout exchange that collects messages nobody could read; bound to the queue of the same name. */
    public static final String DEAD_LETTERS = "holdfast.dead-letters";

    /**
     * Topic exchange for signals; consumers bind exclusive, auto-delete queues of their own. Signals are transient: a lost
     * one costs at most a sweep.
     */
    public static final String SIGNALS = "holdfast.signals";

    /**
     * A durable queue that nobody uses: a broker without it was wiped, or is new. Declared by dispatchers only, after they
     * took note of the loss.
     */
    public static final String MARKER = "holdfast.marker";

    /** Something was freed, submitted or became due: dispatchers look at once. Body: nothing that matters. */
    public static final String SIGNAL_WORK = "work";

    /** A cancel was asked of a running attempt; the body is its {@code AttemptKey}. For workers. */
    public static final String SIGNAL_CANCEL = "cancel";

    private Topology() {}

    /** {@code holdfast.tasks.<queue>.<type>}: name and routing key of a route's broker queue. */
    public static String queueOf(RouteName route) {
        return TASKS + "." + route.queue() + "." + route.type();
    }
}
