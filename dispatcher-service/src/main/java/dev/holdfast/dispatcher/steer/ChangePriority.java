package dev.holdfast.dispatcher.steer;

import dev.holdfast.dispatcher.refuse.Body;
import dev.holdfast.dispatcher.refuse.Ids;
import dev.holdfast.dispatcher.refuse.Problem;
import dev.holdfast.dispatcher.refuse.Refusal;
import dev.holdfast.dispatcher.submit.WakeGrants;
import dev.holdfast.store.inspect.Records;
import dev.holdfast.store.steer.Priorities;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** {@code PATCH /tasks/{id}}. */
@RestController
class ChangePriority {

    private static final DataSize LARGEST = DataSize.ofKilobytes(16);
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final TypeReference<Map<String, Object>> FIELDS = new TypeReference<>() {};

    private final Priorities priorities;
    private final Records records;
    private final WakeGrants grants;

    ChangePriority(Priorities priorities, Records records, WakeGrants grants) {
        this.priorities = priorities;
        this.records = records;
        this.grants = grants;
    }

    record Answer(String id, String state, int priority) {}

    /** What {@code PATCH} takes. */
    record Change(int priority) {}

    @Operation(
            summary = "Changes the priority (0–9, higher first) of a task that has not started",
            requestBody = @RequestBody(content = @Content(schema = @Schema(implementation = Change.class))))
    @PatchMapping(path = "/api/v1/tasks/{id}", consumes = MediaType.APPLICATION_JSON_VALUE)
    Answer change(@PathVariable String id, InputStream body) throws IOException {
        TaskId task = Ids.task(id);
        int priority = priority(fields(Body.read(body, LARGEST)));
        TaskState state = priorities.set(task, priority).orElse(null);
        if (state == null) {
            throw records.exists(task)
                    ? new Refusal(Problem.TASK_FINAL, "task " + task + " has ended")
                    : Refusal.unknown(task);
        }
        if (state.isOwned()) {
            throw new Refusal(Problem.TASK_STARTED, "task " + task + " is " + state);
        }
        grants.wake();
        return new Answer(task.toString(), state.name(), priority);
    }

    private static Map<String, Object> fields(String body) {
        try {
            Map<String, Object> fields = JSON.readValue(body, FIELDS);
            return fields == null ? Map.of() : fields;
        } catch (JacksonException e) {
            throw Refusal.malformed("body", "must be a JSON object");
        }
    }

    private static int priority(Map<String, Object> body) {
        for (String field : body.keySet()) {
            if (!field.equals("priority")) {
                throw Refusal.malformed(field, "unknown field: only the priority can be changed");
            }
        }
        if (!(body.get("priority") instanceof Integer priority)) {
            throw Refusal.malformed("priority", "must be an integer");
        }
        if (priority < 0 || priority > 9) {
            throw Refusal.invalid("priority", "must be between 0 and 9");
        }
        return priority;
    }
}
