package dev.holdfast.dispatcher.submit;

import dev.holdfast.dispatcher.refuse.Errors;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;

/** Reads one task from a JSON stream. What has another shape than a task is collected, not thrown. */
final class TaskRequestReader {

    private static final String PAYLOAD = "payload";
    private static final Set<String> FIELDS = Set.of(
            "type",
            "queue",
            "resources",
            "priority",
            "runAt",
            "delay",
            "timeout",
            "maxAttempts",
            "backoff",
            "maxLost",
            "onWorkerLost",
            "expiresAt",
            "labels");

    private final String text;
    private final Errors errors;

    /** @param text what the parser reads, from its first character */
    TaskRequestReader(String text, Errors errors) {
        this.text = text;
        this.errors = errors;
    }

    /**
     * Reads the value that the parser stands on, and leaves the parser on its last token.
     *
     * @param path of the task in the request; empty if it is the whole of it
     * @return null if it is no object; then this is among the errors
     */
    @Nullable TaskRequest read(JsonParser parser, String path) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            errors.malformed(path, "must be an object");
            parser.skipChildren();
            return null;
        }
        Map<String, JsonNode> fields = new HashMap<>();
        String payload = null;
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            parser.nextToken();
            if (name.equals(PAYLOAD)) {
                payload = raw(parser);
            } else if (FIELDS.contains(name)) {
                JsonNode value = parser.readValueAsTree();
                fields.put(name, value);
            } else {
                parser.skipChildren();
                errors.malformed(Shapes.join(path, name), "unknown field");
            }
        }
        return request(new Shapes(fields, path, errors), payload);
    }

    private static TaskRequest request(Shapes shapes, @Nullable String payload) {
        return new TaskRequest(
                shapes.text("type"),
                shapes.text("queue"),
                payload,
                shapes.objects(
                        "resources",
                        Set.of("resource", "mode"),
                        r -> new TaskRequest.Resource(r.text("resource"), r.text("mode"))),
                shapes.integer("priority"),
                shapes.text("runAt"),
                shapes.text("delay"),
                shapes.text("timeout"),
                shapes.integer("maxAttempts"),
                shapes.object(
                        "backoff",
                        Set.of("initial", "max", "factor", "jitter"),
                        b -> new TaskRequest.Backoff(
                                b.text("initial"), b.text("max"), b.decimal("factor"), b.decimal("jitter"))),
                shapes.integer("maxLost"),
                shapes.text("onWorkerLost"),
                shapes.text("expiresAt"),
                shapes.texts("labels"));
    }

    /** The characters of the value that the parser stands on. */
    private String raw(JsonParser parser) {
        int start = (int) parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        parser.finishToken();
        return text.substring(start, (int) parser.currentLocation().getCharOffset());
    }
}
