package dev.holdfast.dispatcher.submit;

import dev.holdfast.dispatcher.refuse.Body;
import dev.holdfast.dispatcher.refuse.Callers;
import dev.holdfast.dispatcher.refuse.Problem;
import dev.holdfast.dispatcher.refuse.Refusal;
import dev.holdfast.store.submit.Submission;
import dev.holdfast.store.submit.Submissions;
import dev.holdfast.store.submit.SubmitResult;
import dev.holdfast.store.submit.Submitted;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /tasks} and {@code POST /tasks:batch}. */
@RestController
class SubmitTasks {

    static final String TASKS = "/api/v1/tasks";

    private final Intake intake;
    private final Submissions submissions;
    private final SubmitProperties properties;
    private final WakeGrants grants;

    SubmitTasks(Intake intake, Submissions submissions, SubmitProperties properties, WakeGrants grants) {
        this.intake = intake;
        this.submissions = submissions;
        this.properties = properties;
        this.grants = grants;
    }

    /** A task that was taken in. */
    record Answer(String id, String state) {}

    /** In the order of the request. */
    record BatchAnswer(List<Answer> tasks) {}

    /** What {@code POST /tasks:batch} takes. */
    record BatchRequest(List<TaskRequest> tasks) {}

    @Operation(
            summary = "Submits a task",
            requestBody = @RequestBody(content = @Content(schema = @Schema(implementation = TaskRequest.class))))
    @PostMapping(path = TASKS, consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Answer> submit(
            InputStream body,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            @Nullable Principal caller)
            throws IOException {
        String text = Body.read(body, properties.maxBody());
        Stored stored = store(caller, key, TASKS, text, List.of(intake.one(text)));
        Submitted task = stored.tasks().get(0);
        return ResponseEntity.status(stored.status())
                .location(URI.create(TASKS + "/" + task.id()))
                .body(answer(task));
    }

    @Operation(
            summary = "Submits up to 10,000 tasks, all or none",
            requestBody = @RequestBody(content = @Content(schema = @Schema(implementation = BatchRequest.class))))
    @PostMapping(path = TASKS + ":batch", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<BatchAnswer> submitBatch(
            InputStream body,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            @Nullable Principal caller)
            throws IOException {
        String text = Body.read(body, properties.maxBatchBody());
        Stored stored = store(caller, key, TASKS + ":batch", text, intake.many(text));
        return ResponseEntity.status(stored.status())
                .body(new BatchAnswer(
                        stored.tasks().stream().map(SubmitTasks::answer).toList()));
    }

    private record Stored(HttpStatus status, List<Submitted> tasks) {}

    private Stored store(
            @Nullable Principal caller, @Nullable String key, String call, String body, List<Submission> tasks) {
        String actor = Callers.actor(caller);
        if (key == null) {
            List<Submitted> stored = submissions.submit(actor, tasks);
            grants.wake();
            return new Stored(HttpStatus.ACCEPTED, stored);
        }
        SubmitResult result = submissions.submit(Keys.of(caller, key, call, body), actor, tasks);
        if (result instanceof SubmitResult.Accepted accepted) {
            grants.wake();
            return new Stored(HttpStatus.ACCEPTED, accepted.tasks());
        }
        if (result instanceof SubmitResult.SameAsBefore same) {
            return new Stored(HttpStatus.OK, same.tasks());
        }
        throw new Refusal(Problem.KEY_REUSED, "this key was sent before with another body");
    }

    private static Answer answer(Submitted task) {
        return new Answer(task.id().toString(), task.state().name());
    }
}
