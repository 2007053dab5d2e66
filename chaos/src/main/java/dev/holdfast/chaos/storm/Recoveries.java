package dev.holdfast.chaos.storm;

import dev.holdfast.chaos.record.Fault;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Waits, beside everything else, for processes that come back, and writes down when they did. Thread-safe. */
final class Recoveries {

    private record Waiting(Fault fault, List<Actor> actors, long after, Runnable then) {

        boolean isOver() {
            return actors.stream().allMatch(actor -> {
                Long ready = actor.readySince();
                return ready != null && ready > after;
            });
        }
    }

    private final FaultLog log;
    private final List<Waiting> waiting = new CopyOnWriteArrayList<>();

    Recoveries(FaultLog log) {
        this.log = log;
    }

    /** The fault is over when all of them live a new life that is ready. */
    void await(Fault fault, List<Actor> actors, Runnable then) {
        waiting.add(new Waiting(fault, actors, fault.from(), then));
    }

    void await(Fault fault, Actor actor) {
        await(fault, List.of(actor), () -> {});
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Until interrupted. */
    void watch() {
        while (true) {
            Timing.pause(50);
            for (Iterator<Waiting> each = waiting.iterator(); each.hasNext(); ) {
                Waiting one = each.next();
                if (one.isOver()) {
                    log.end(one.fault());
                    one.then().run();
                    waiting.remove(one);
                }
            }
        }
    }
}
