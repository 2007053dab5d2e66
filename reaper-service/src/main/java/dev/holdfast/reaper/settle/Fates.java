package dev.holdfast.reaper.settle;

import dev.holdfast.event.TaskTransition;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What became of settled tasks, as one line for the log. */
public final class Fates {

    private static final int NAMED = 10;

    private Fates() {}

    /** {@code 3 tasks: 2 back in line (WAITING) [id, id], 1 FAILED/WORKER_LOST [id]}; at most ten ids of each kind. */
    public static String of(List<TaskTransition> settled) {
        if (settled.isEmpty()) {
            return "it had no tasks";
        }
        Map<String, List<TaskTransition>> byFate =
                settled.stream().collect(Collectors.groupingBy(Fates::fate, TreeMap::new, Collectors.toList()));
        return byFate.entrySet().stream()
                .map(e -> "%d %s [%s]".formatted(e.getValue().size(), e.getKey(), ids(e.getValue())))
                .collect(Collectors.joining(
                        ", ", "%d task%s: ".formatted(settled.size(), settled.size() == 1 ? "" : "s"), ""));
    }

    private static String fate(TaskTransition transition) {
        return switch (transition.to()) {
            case WAITING -> "back in line";
            case SCHEDULED -> "to be tried again after a back-off";
            default -> transition.to() + (transition.reason() == null ? "" : "/" + transition.reason());
        };
    }

    private static String ids(List<TaskTransition> transitions) {
        String named = transitions.stream()
                .limit(NAMED)
                .map(t -> t.task() + "/" + t.attempt())
                .collect(Collectors.joining(", "));
        return transitions.size() > NAMED ? named + ", …" : named;
    }
}
