package dev.holdfast.store.inspect;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One queue, with its types. */
public record QueueView(String name, boolean paused, List<Type> types) {

    /**
     * One type in this queue.
     *
     * @param served whether a live worker runs it
     * @param depths unfinished tasks, by state and priority
     */
    public record Type(String type, boolean served, List<Depth> depths) {}

    /**
     * Tasks that are alike.
     *
     * @param state as shown; WAITING ones that are in no line are {@code PARKED}
     * @param oldest how long the oldest has been in that state
     */
    public record Depth(String state, int priority, long tasks, Duration oldest) {}

    /** How many tasks are in each state. */
    public static Map<String, Long> byState(List<Depth> depths) {
        Map<String, Long> sums = new TreeMap<>();
        depths.forEach(depth -> sums.merge(depth.state(), depth.tasks(), Long::sum));
        return sums;
    }
}
