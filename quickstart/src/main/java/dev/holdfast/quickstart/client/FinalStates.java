package dev.holdfast.quickstart.client;

import java.util.Set;
import tools.jackson.databind.JsonNode;

/** How a task can end. */
public final class FinalStates {

    private static final Set<String> FINAL = Set.of("SUCCEEDED", "FAILED", "CANCELED");

    private FinalStates() {}

    /** @param task as {@code GET /tasks/{id}} gives it */
    public static boolean isFinal(JsonNode task) {
        return FINAL.contains(task.path("state").asString(""));
    }

    public static boolean succeeded(JsonNode task) {
        return "SUCCEEDED".equals(task.path("state").asString(""));
    }
}
