package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Fault;
import dev.holdfast.chaos.record.ProcessLife;
import dev.holdfast.chaos.record.Recorded;
import dev.holdfast.chaos.record.WorkerShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When workers surely lived and when they had a slot to spare, by processes, faults and handlers alone. Careful on purpose:
 * around a start or a fault a worker counts as not surely alive, so that nothing is asked of the product there.
 */
final class Liveness {

    /** After it is ready or healed, a worker must have registered, been noticed, and its route be opened. */
    static final long SETTLING = 3_000_000;

    private record Route(String queue, String type) {}

    private final List<WorkerShape> shapes;
    private final Map<String, Spans> alive = new HashMap<>();
    private final Map<String, Spans> full = new HashMap<>();
    private final Map<String, Spans> suspects = new HashMap<>();
    private final Map<Route, Spans> served = new HashMap<>();
    private final Map<Route, Spans> crowded = new HashMap<>();

    Liveness(Recorded recorded, Faults faults, List<Run> runs) {
        shapes = recorded.settings().workers();
        Map<String, List<Run>> byWorker = new HashMap<>();
        runs.forEach(run -> byWorker.computeIfAbsent(run.worker(), name -> new ArrayList<>())
                .add(run));
        for (WorkerShape shape : shapes) {
            alive.put(shape.name(), alive(shape.name(), recorded.processes(), faults));
            List<Run> own = byWorker.getOrDefault(shape.name(), List.of());
            full.put(shape.name(), full(own, shape.slots()));
            suspects.put(
                    shape.name(),
                    Spans.union(
                            own.stream().filter(Run::ofSuspect).map(Run::span).toList()));
        }
    }

    /** When at least one worker for this route surely lived. */
    Spans served(String queue, String type) {
        return served.computeIfAbsent(new Route(queue, type), route -> union(alive, route));
    }

    /** When at least one of the workers for this route had no slot to spare. */
    Spans crowded(String queue, String type) {
        return crowded.computeIfAbsent(new Route(queue, type), route -> union(full, route));
    }

    /** When each of the workers for this route ran a task with a loss on its record, so that none would take another such. */
    Spans suspected(String queue, String type) {
        Spans all = new Spans(List.of(new Span(Long.MIN_VALUE, Span.FOREVER)));
        for (WorkerShape shape : shapes) {
            if (shape.serves(queue, type)) {
                all = all.and(suspects.getOrDefault(shape.name(), Spans.NONE));
            }
        }
        return all;
    }

    /** When at least one of the workers for this route ran such a task. */
    Spans someSuspected(String queue, String type) {
        return union(suspects, new Route(queue, type));
    }

    private Spans union(Map<String, Spans> byWorker, Route route) {
        List<Span> all = new ArrayList<>();
        for (WorkerShape shape : shapes) {
            if (shape.serves(route.queue(), route.type())) {
                all.addAll(byWorker.getOrDefault(shape.name(), Spans.NONE).spans());
            }
        }
        return Spans.union(all);
    }

    /** When the process of this name surely was well. */
    static Spans alive(String name, List<ProcessLife> processes, Faults faults) {
        List<Span> troubled = new ArrayList<>();
        for (Fault fault : faults.all()) {
            if (fault.kind().costsLeases() && fault.hits(name)) {
                troubled.add(Faults.window(fault, SETTLING));
            }
        }
        Spans trouble = Spans.union(troubled);
        List<Span> well = new ArrayList<>();
        for (ProcessLife life : processes) {
            if (life.name().equals(name) && life.ready() != null) {
                long end = life.ended() == null ? Span.FOREVER : life.ended();
                if (life.ready() + SETTLING < end) {
                    well.addAll(trouble.gapsIn(new Span(life.ready() + SETTLING, end))
                            .spans());
                }
            }
        }
        return Spans.union(well);
    }

    private static Spans full(List<Run> runs, int slots) {
        record Step(long at, int change) {}
        List<Step> steps = new ArrayList<>();
        for (Run run : runs) {
            steps.add(new Step(run.started(), 1));
            steps.add(new Step(Math.max(run.until(), run.started() + 1), -1));
        }
        steps.sort(Comparator.comparingLong(Step::at).thenComparingInt(Step::change));
        List<Span> full = new ArrayList<>();
        int running = 0;
        long since = -1;
        for (Step step : steps) {
            running += step.change();
            if (running >= slots && since < 0) {
                since = step.at();
            } else if (running < slots && since >= 0) {
                full.add(new Span(since, step.at()));
                since = -1;
            }
        }
        if (since >= 0) {
            full.add(new Span(since, Span.FOREVER));
        }
        return Spans.union(full);
    }
}
