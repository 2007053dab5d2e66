package dev.holdfast.store.inspect;

import dev.holdfast.task.ResourceRequest;
import java.util.List;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** JSON columns as values. */
final class JsonColumns {

    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final TypeReference<List<ResourceRequest>> RESOURCES = new TypeReference<>() {};
    private static final TypeReference<Map<String, String>> LABELS = new TypeReference<>() {};

    private JsonColumns() {}

    static List<ResourceRequest> resources(String json) {
        return MAPPER.readValue(json, RESOURCES);
    }

    static Map<String, String> labels(String json) {
        return MAPPER.readValue(json, LABELS);
    }

    /** A document that {@code @>} finds in {@code task.resources}. */
    static String havingResource(String name) {
        return MAPPER.writeValueAsString(List.of(Map.of("resource", name)));
    }

    /** A document that {@code @>} finds in {@code task.labels}. */
    static String havingLabels(Map<String, String> labels) {
        return MAPPER.writeValueAsString(labels);
    }
}
