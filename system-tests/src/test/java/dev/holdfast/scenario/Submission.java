package dev.holdfast.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** What to submit, built step by step; each step gives a new one. */
record Submission(Map<String, Object> fields) {

    /** A task whose handler works that long. */
    static Submission of(String type, long millis) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", type);
        fields.put("payload", Map.of("ms", millis));
        return new Submission(fields);
    }

    static Submission trial(long millis) {
        return of("trial", millis);
    }

    /** Runs the ticking command for that many tenths of a second. */
    static Submission ticker(int tenths) {
        return of("exec", 0).with("payload", Map.of("command", "ticker", "args", List.of(Integer.toString(tenths))));
    }

    Submission with(String field, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(fields);
        more.put(field, value);
        return new Submission(more);
    }

    Submission exclusive(String resource) {
        return needs(resource, "EXCLUSIVE");
    }

    Submission shared(String resource) {
        return needs(resource, "SHARED");
    }

    Submission in(String queue) {
        return with("queue", queue);
    }

    private Submission needs(String resource, String mode) {
        List<Object> resources = new ArrayList<>();
        if (fields.get("resources") instanceof List<?> before) {
            resources.addAll(before);
        }
        resources.add(Map.of("resource", resource, "mode", mode));
        Submission submission = with("resources", resources);
        // The diary names the first resource and how it is used, so that exclusion can be judged by it alone.
        if (fields.get("payload") instanceof Map<?, ?> payload && payload.containsKey("ms")) {
            Map<Object, Object> labelled = new LinkedHashMap<>(payload);
            labelled.putIfAbsent("label", mode + "@" + resource);
            return submission.with("payload", labelled);
        }
        return submission;
    }

    String json() {
        return JsonMapper.shared().writeValueAsString(fields);
    }
}
