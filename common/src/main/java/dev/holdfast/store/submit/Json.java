package dev.holdfast.store.submit;

import dev.holdfast.task.ResourceRequest;
import java.util.List;
import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The JSON columns that inspection filters by. */
final class Json {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private static final TypeReference<List<ResourceRequest>> RESOURCES = new TypeReference<>() {};
    private static final TypeReference<Map<String, String>> LABELS = new TypeReference<>() {};

    private Json() {}

    static List<ResourceRequest> resources(String json) {
        return MAPPER.readValue(json, RESOURCES);
    }

    static Map<String, String> labels(String json) {
        return MAPPER.readValue(json, LABELS);
    }

    /** {@code [{"resource":"repo:42","mode":"EXCLUSIVE"}]}. */
    static String resources(List<ResourceRequest> resources) {
        return MAPPER.writeValueAsString(resources);
    }

    static String labels(Map<String, String> labels) {
        return MAPPER.writeValueAsString(labels);
    }
}
