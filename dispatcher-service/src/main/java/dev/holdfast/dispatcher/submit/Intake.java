package dev.holdfast.dispatcher.submit;

import dev.holdfast.dispatcher.refuse.Errors;
import dev.holdfast.store.submit.Submission;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/** From the text of a request to what can be stored, or to a refusal that names all that is wrong. */
final class Intake {

    static final int MAX_BATCH = 10_000;

    private static final String TASKS = "tasks";
    private static final JsonMapper ONE = StrictJson.mapper(0);
    private static final JsonMapper MANY = StrictJson.mapper(2);

    private final TaskRules rules;

    Intake(TaskRules rules) {
        this.rules = rules;
    }

    /** @throws dev.holdfast.dispatcher.refuse.Refusal if it is not one valid task */
    Submission one(String text) {
        Errors errors = new Errors();
        List<Submission> tasks = new ArrayList<>();
        StrictJson.read(ONE, text, parser -> {
            parser.nextToken();
            add(parser, new TaskRequestReader(text, errors), "", errors, tasks);
        });
        errors.refuseIfAny();
        return tasks.get(0);
    }

    /** Reads {@code {"tasks":[…]}}. @throws dev.holdfast.dispatcher.refuse.Refusal if any of the tasks is not valid */
    List<Submission> many(String text) {
        Errors errors = new Errors();
        List<Submission> tasks = new ArrayList<>();
        StrictJson.read(MANY, text, parser -> {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                errors.malformed("", "must be an object with the field tasks");
                parser.skipChildren();
                return;
            }
            boolean given = false;
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                JsonToken value = parser.nextToken();
                if (name.equals(TASKS) && value == JsonToken.START_ARRAY) {
                    given = true;
                    all(parser, new TaskRequestReader(text, errors), errors, tasks);
                } else {
                    errors.malformed(name, name.equals(TASKS) ? "must be an array" : "unknown field");
                    given |= name.equals(TASKS);
                    parser.skipChildren();
                }
            }
            if (!given) {
                errors.invalid(TASKS, "is required");
            }
        });
        errors.refuseIfAny();
        return tasks;
    }

    private void all(JsonParser parser, TaskRequestReader reader, Errors errors, List<Submission> tasks) {
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (count < MAX_BATCH) {
                add(parser, reader, TASKS + "[" + count + "]", errors, tasks);
            } else {
                parser.skipChildren();
            }
            count++;
        }
        if (count == 0 || count > MAX_BATCH) {
            errors.invalid(TASKS, "must be 1–" + MAX_BATCH + ", got " + count);
        }
    }

    private void add(JsonParser parser, TaskRequestReader reader, String path, Errors errors, List<Submission> tasks) {
        @Nullable TaskRequest request = reader.read(parser, path);
        if (request != null) {
            tasks.add(rules.submission(request, path, errors));
        }
    }
}
