package dev.holdfast.dispatcher.submit;

import dev.holdfast.dispatcher.refuse.Errors;
import dev.holdfast.dispatcher.refuse.Problem;
import dev.holdfast.dispatcher.refuse.Refusal;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON as the edge takes it: no repeated names, nesting bounded, and only text that PostgreSQL and every reader after us can
 * hold (no U+0000, no half of a surrogate pair).
 */
final class StrictJson {

    /** How deep a task may be nested, itself being the first level. */
    static final int MAX_DEPTH = 64;

    private StrictJson() {}

    /** @param around levels around each task: 0 for a task, 2 for {@code {"tasks":[…]}} */
    static JsonMapper mapper(int around) {
        JsonFactory factory = JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH + around)
                        .maxStringLength(Integer.MAX_VALUE)
                        .build())
                .build();
        return JsonMapper.builder(factory)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
                .build();
    }

    /**
     * Hands the parser, before its first token, to {@code work}, which must read one value; nothing may follow it.
     *
     * @throws Refusal if it is not JSON, nested too deeply, has a name twice, or has text that cannot be stored
     */
    static void read(JsonMapper mapper, String text, Consumer<JsonParser> work) {
        refuseUnstorable(mapper, text);
        try (JsonParser parser = mapper.createParser(text)) {
            work.accept(parser);
            if (parser.nextToken() != null) {
                throw new Refusal(Problem.MALFORMED, "something follows the end of the JSON value");
            }
        } catch (JacksonException e) {
            throw notJson(e);
        }
    }

    /** Only an escape can bring such text: the decoder and the JSON grammar let nothing else through. */
    private static void refuseUnstorable(JsonMapper mapper, String text) {
        if (!text.contains("\\u")) {
            return;
        }
        Errors errors = new Errors();
        try (JsonParser parser = mapper.createParser(text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING || token == JsonToken.PROPERTY_NAME) {
                    String problem = unstorable(parser.getString());
                    if (problem != null) {
                        errors.malformed(path(parser.streamReadContext()), problem);
                    }
                }
            }
        } catch (JacksonException e) {
            throw notJson(e);
        }
        errors.refuseIfAny();
    }

    static @org.jspecify.annotations.Nullable String unstorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return "holds the character U+0000";
            }
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return "holds half of a surrogate pair";
                }
                i++;
            }
        }
        return null;
    }

    /** {@code tasks[3].labels.a}; a name that is itself the problem is left out. */
    private static String path(TokenStreamContext context) {
        StringBuilder path = new StringBuilder();
        for (TokenStreamContext at = context; at != null && !at.inRoot(); at = at.getParent()) {
            if (at.inArray()) {
                path.insert(0, "[" + at.getCurrentIndex() + "]");
            } else if (at.currentName() != null && unstorable(at.currentName()) == null) {
                path.insert(0, "." + at.currentName());
            }
        }
        return path.length() > 0 && path.charAt(0) == '.' ? path.substring(1) : path.toString();
    }

    private static Refusal notJson(JacksonException e) {
        String where = e.getLocation() == null
                ? ""
                : " (line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr() + ")";
        String what = e.getOriginalMessage();
        if (e instanceof tools.jackson.core.exc.StreamConstraintsException) {
            what = what.contains("nesting depth")
                    ? "nested deeper than " + MAX_DEPTH + " levels"
                    : "a number or a name is too long";
        } else if (what.startsWith("Duplicate")) {
            what = "a name stands twice in one object";
        } else {
            what = "not JSON";
        }
        return new Refusal(Problem.MALFORMED, what + where);
    }
}
