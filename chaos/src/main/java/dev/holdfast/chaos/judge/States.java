package dev.holdfast.chaos.judge;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The states and steps that the design allows, written down once more: nothing is taken from the product. */
final class States {

    /** The step that begins a history has no state before it. */
    private static final String NOTHING = "";

    private static final Map<String, Set<String>> STEPS = Map.of(
            NOTHING,
            Set.of("SCHEDULED", "WAITING"),
            "SCHEDULED",
            Set.of("WAITING", "CANCELED", "FAILED"),
            "WAITING",
            Set.of("READY", "CANCELED", "FAILED"),
            "READY",
            Set.of("QUEUED", "RUNNING", "WAITING", "CANCELED", "FAILED"),
            "QUEUED",
            Set.of("RUNNING", "WAITING", "CANCELED", "FAILED"),
            "RUNNING",
            Set.of("SUCCEEDED", "FAILED", "CANCELED", "CANCELING", "WAITING", "SCHEDULED"),
            "CANCELING",
            Set.of("SUCCEEDED", "CANCELED"));

    private static final Set<String> FINAL = Set.of("SUCCEEDED", "FAILED", "CANCELED");
    private static final Set<String> UNSTARTED = Set.of("SCHEDULED", "WAITING", "READY", "QUEUED");
    private static final Set<String> HOLDING = Set.of("READY", "QUEUED", "RUNNING", "CANCELING");

    private States() {}

    static boolean isFinal(String state) {
        return FINAL.contains(state);
    }

    /** Whether a task in this state has what it asked for. */
    static boolean holds(String state) {
        return HOLDING.contains(state);
    }

    static boolean allows(@Nullable String from, String to) {
        return STEPS.getOrDefault(from == null ? NOTHING : from, Set.of()).contains(to);
    }

    /** Whether the reason fits the step. Only ends have reasons that are checked. */
    static boolean explains(String from, String to, @Nullable String reason) {
        if (to.equals("SUCCEEDED")) {
            return reason == null;
        }
        if (to.equals("FAILED")) {
            return UNSTARTED.contains(from)
                    ? "EXPIRED".equals(reason)
                    : Set.of("ERROR", "TIMEOUT", "WORKER_LOST").contains(String.valueOf(reason));
        }
        if (to.equals("CANCELED")) {
            return from.equals("RUNNING")
                    ? Set.of("USER", "WORKER_LOST", "WORKER_SHUTDOWN").contains(String.valueOf(reason))
                    : "USER".equals(reason);
        }
        return true;
    }
}
