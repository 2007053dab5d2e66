package dev.holdfast.dispatcher.submit;

import dev.holdfast.dispatcher.refuse.Errors;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The fields of one JSON object, taken out by type. Null is a field that is missing, null, or of a wrong type. */
final class Shapes {

    private final Map<String, JsonNode> fields;
    private final String path;
    private final Errors errors;

    Shapes(Map<String, JsonNode> fields, String path, Errors errors) {
        this.fields = fields;
        this.path = path;
        this.errors = errors;
    }

    static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    @Nullable String text(String name) {
        JsonNode value = given(name, JsonNode::isString, "a string");
        return value == null ? null : value.stringValue();
    }

    @Nullable Integer integer(String name) {
        JsonNode value = given(name, v -> v.isIntegralNumber() && v.canConvertToInt(), "an integer");
        return value == null ? null : (Integer) value.intValue();
    }

    @Nullable BigDecimal decimal(String name) {
        JsonNode value = given(name, JsonNode::isNumber, "a number");
        return value == null ? null : value.decimalValue();
    }

    @Nullable Map<String, String> texts(String name) {
        JsonNode value = given(name, JsonNode::isObject, "an object of strings");
        if (value == null) {
            return null;
        }
        Shapes inner = new Shapes(entries(value), join(path, name), errors);
        Map<String, String> texts = new LinkedHashMap<>();
        inner.fields.forEach((key, node) -> {
            String text = inner.text(key);
            if (text != null) {
                texts.put(key, text);
            } else if (node.isNull()) {
                errors.malformed(join(inner.path, key), "must be a string");
            }
        });
        return texts;
    }

    <T> @Nullable T object(String name, Set<String> known, Function<Shapes, T> read) {
        JsonNode value = given(name, JsonNode::isObject, "an object");
        return value == null ? null : read.apply(inner(value, join(path, name), known));
    }

    <T> @Nullable List<T> objects(String name, Set<String> known, Function<Shapes, T> read) {
        JsonNode value = given(name, JsonNode::isArray, "an array");
        if (value == null) {
            return null;
        }
        List<T> all = new ArrayList<>();
        for (int i = 0; i < value.size(); i++) {
            String at = join(path, name) + "[" + i + "]";
            if (value.get(i).isObject()) {
                all.add(read.apply(inner(value.get(i), at, known)));
            } else {
                errors.malformed(at, "must be an object");
            }
        }
        return all;
    }

    private Shapes inner(JsonNode object, String at, Set<String> known) {
        Map<String, JsonNode> entries = entries(object);
        for (String key : entries.keySet()) {
            if (!known.contains(key)) {
                errors.malformed(join(at, key), "unknown field");
            }
        }
        return new Shapes(entries, at, errors);
    }

    private static Map<String, JsonNode> entries(JsonNode object) {
        Map<String, JsonNode> entries = new LinkedHashMap<>();
        object.properties().forEach(e -> entries.put(e.getKey(), e.getValue()));
        return entries;
    }

    private @Nullable JsonNode given(String name, Predicate<JsonNode> type, String expected) {
        JsonNode value = fields.get(name);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!type.test(value)) {
            errors.malformed(join(path, name), "must be " + expected);
            return null;
        }
        return value;
    }
}
