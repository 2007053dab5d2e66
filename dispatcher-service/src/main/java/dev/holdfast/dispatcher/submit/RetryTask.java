package dev.holdfast.dispatcher.submit;

import dev.holdfast.dispatcher.refuse.Callers;
import dev.holdfast.dispatcher.refuse.Ids;
import dev.holdfast.dispatcher.refuse.Problem;
import dev.holdfast.dispatcher.refuse.Refusal;
import dev.holdfast.store.submit.Resubmissions;
import dev.holdfast.store.submit.RetryResult;
import dev.holdfast.store.submit.Submitted;
import dev.holdfast.task.TaskId;
import io.swagger.v3.oas.annotations.Operation;
import java.net.URI;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /tasks/{id}/retry}. */
@RestController
class RetryTask {

    private final Resubmissions resubmissions;
    private final WakeGrants grants;

    RetryTask(Resubmissions resubmissions, WakeGrants grants) {
        this.resubmissions = resubmissions;
        this.grants = grants;
    }

    record Answer(String id, String state, String retryOf) {}

    @Operation(summary = "Runs a final task again, as a new one; asked twice, it answers with the same new one")
    @PostMapping(SubmitTasks.TASKS + "/{id}/retry")
    ResponseEntity<Answer> retry(@PathVariable String id, @Nullable Principal caller) {
        TaskId task = Ids.task(id);
        RetryResult result = resubmissions.retry(task, Callers.actor(caller));
        if (result instanceof RetryResult.Stored stored) {
            grants.wake();
            return answer(HttpStatus.CREATED, task, stored.task());
        }
        if (result instanceof RetryResult.StoredBefore before) {
            return answer(HttpStatus.OK, task, before.task());
        }
        if (result instanceof RetryResult.NotFinal unfinished) {
            throw new Refusal(Problem.TASK_NOT_FINAL, "task " + task + " is " + unfinished.state());
        }
        throw Refusal.unknown(task);
    }

    private static ResponseEntity<Answer> answer(HttpStatus status, TaskId original, Submitted task) {
        return ResponseEntity.status(status)
                .location(URI.create(SubmitTasks.TASKS + "/" + task.id()))
                .body(new Answer(task.id().toString(), task.state().name(), original.toString()));
    }
}
