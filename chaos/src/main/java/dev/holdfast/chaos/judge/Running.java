package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Fault;
import dev.holdfast.chaos.record.FaultKind;
import dev.holdfast.chaos.record.ProcessLife;
import dev.holdfast.chaos.record.WorkerShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * When all was there that a grant needs beside the resource: a dispatcher, the broker, a worker with room. Careful like
 * {@link Liveness}: what is not sure does not count.
 */
final class Running {

    /** A dispatcher that was frozen in a pass keeps the others out until the database ends its transaction (3 s). */
    private static final long DISPATCHER_SETTLING = 5_000_000;

    /** Republishing what a lost queue held, and a publishing connection opened anew. */
    private static final long BROKER_SETTLING = 15_000_000;

    /** A message whose task was canceled or taken back counts in the window until a worker has met it. */
    private static final long STALE = 15_000_000;

    private static final Set<FaultKind> BROKER =
            Set.of(FaultKind.BROKER_RESTART, FaultKind.BROKER_WIPE, FaultKind.PURGE, FaultKind.MEMORY_ALARM);

    private record Route(String queue, String type) {}

    private final Evidence evidence;
    private final List<Span> nobodyGrants;
    private final Map<Route, List<TaskStory>> byRoute = new HashMap<>();
    private final Map<Route, Spans> closed = new HashMap<>();

    Running(Evidence evidence) {
        this.evidence = evidence;
        this.nobodyGrants = nobodyGrants();
        for (TaskStory task : evidence.tasks()) {
            byRoute.computeIfAbsent(new Route(task.queue(), task.type()), route -> new ArrayList<>())
                    .add(task);
        }
    }

    /** When a task of this route may have had to wait although nobody held what it wants. */
    Spans closed(String queue, String type) {
        return closed.computeIfAbsent(new Route(queue, type), this::closed);
    }

    private Spans closed(Route route) {
        List<Span> spans = new ArrayList<>(nobodyGrants);
        Liveness liveness = evidence.liveness();
        spans.addAll(
                liveness.served(route.queue(), route.type()).gapsIn(always()).spans());
        spans.addAll(liveness.crowded(route.queue(), route.type()).spans());
        spans.addAll(fullWindow(route));
        return Spans.union(spans);
    }

    private static Span always() {
        return new Span(0, Span.FOREVER);
    }

    private List<Span> nobodyGrants() {
        List<Span> someone = new ArrayList<>();
        List<Span> nobody = new ArrayList<>();
        Set<String> dispatchers = evidence.processes().stream()
                .filter(p -> p.role().equals(ProcessLife.DISPATCHER))
                .map(ProcessLife::name)
                .collect(Collectors.toSet());
        for (String dispatcher : dispatchers) {
            someone.addAll(Liveness.alive(dispatcher, evidence.processes(), evidence.faults())
                    .spans());
        }
        nobody.addAll(Spans.union(someone).gapsIn(always()).spans());
        for (Fault fault : evidence.faults().all()) {
            if (BROKER.contains(fault.kind())) {
                nobody.add(Faults.window(fault, BROKER_SETTLING));
            } else if (fault.kind().costsLeases() && dispatchers.stream().anyMatch(fault::hits)) {
                // While it is away the other one grants; not while it may have left a pass half done.
                nobody.add(new Span(fault.from(), fault.from() + DISPATCHER_SETTLING));
                if (fault.until() != null) {
                    nobody.add(new Span(fault.until(), fault.until() + DISPATCHER_SETTLING));
                }
            }
        }
        return nobody;
    }

    /** When as much was published and unclaimed as the smallest worker has slots: more may have found no room. */
    private List<Span> fullWindow(Route route) {
        int room = Math.max(
                2,
                evidence.settings().workers().stream()
                        .filter(shape -> shape.serves(route.queue(), route.type()))
                        .mapToInt(WorkerShape::slots)
                        .min()
                        .orElse(0));
        record Step(long at, int change) {}
        List<Step> steps = new ArrayList<>();
        for (TaskStory task : byRoute.getOrDefault(route, List.of())) {
            for (Span flight : flights(task)) {
                steps.add(new Step(flight.from(), 1));
                steps.add(new Step(flight.to(), -1));
            }
        }
        steps.sort(Comparator.comparingLong(Step::at));
        List<Span> full = new ArrayList<>();
        int inFlight = 0;
        long since = -1;
        for (Step step : steps) {
            inFlight += step.change();
            if (inFlight >= room && since < 0) {
                since = step.at();
            } else if (inFlight < room && since >= 0) {
                full.add(new Span(since, step.at()));
                since = -1;
            }
        }
        if (since >= 0) {
            full.add(new Span(since, Span.FOREVER));
        }
        return full;
    }

    /** From each grant until it was claimed; if it never was, until its message has surely been met. */
    private static List<Span> flights(TaskStory task) {
        List<Span> flights = new ArrayList<>();
        long since = -1;
        for (Transition step : task.history) {
            boolean flies = step.to().equals("READY") || step.to().equals("QUEUED");
            if (flies && since < 0) {
                since = step.at();
            } else if (!flies && since >= 0) {
                flights.add(new Span(since, step.to().equals("RUNNING") ? step.at() : step.at() + STALE));
                since = -1;
            }
        }
        if (since >= 0) {
            flights.add(new Span(since, Span.FOREVER));
        }
        return flights;
    }
}
