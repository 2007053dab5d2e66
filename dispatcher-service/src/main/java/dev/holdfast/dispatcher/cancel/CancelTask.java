package dev.holdfast.dispatcher.cancel;

import dev.holdfast.dispatcher.refuse.Callers;
import dev.holdfast.dispatcher.refuse.Ids;
import dev.holdfast.dispatcher.refuse.Problem;
import dev.holdfast.dispatcher.refuse.Refusal;
import dev.holdfast.dispatcher.submit.WakeGrants;
import dev.holdfast.store.cancel.CancelResult;
import dev.holdfast.store.cancel.Cancellations;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import io.swagger.v3.oas.annotations.Operation;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /tasks/{id}/cancel}. */
@RestController
class CancelTask {

    private final Cancellations cancellations;
    private final ObjectProvider<CancelSignals> signals;
    private final WakeGrants grants;

    CancelTask(Cancellations cancellations, ObjectProvider<CancelSignals> signals, WakeGrants grants) {
        this.cancellations = cancellations;
        this.signals = signals;
        this.grants = grants;
    }

    /** @param state what it is now: CANCELED, or CANCELING while its worker has not answered */
    record Answer(String id, String state) {}

    @Operation(summary = "Cancels a task: at once if it has not started, else as soon as its handler has returned")
    @PostMapping("/api/v1/tasks/{id}/cancel")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Answer cancel(@PathVariable String id, @Nullable Principal caller) {
        TaskId task = Ids.task(id);
        CancelResult result = cancellations.cancel(task, Callers.actor(caller));
        if (result instanceof CancelResult.Ended) {
            grants.wake();
            return new Answer(task.toString(), TaskState.CANCELED.name());
        }
        if (result instanceof CancelResult.Asked asked) {
            return asked(asked.attempt());
        }
        if (result instanceof CancelResult.AskedBefore asked) {
            return asked(asked.attempt());
        }
        if (result instanceof CancelResult.AlreadyFinal ended) {
            throw new Refusal(Problem.TASK_FINAL, "task " + task + " is " + ended.state());
        }
        throw Refusal.unknown(task);
    }

    private Answer asked(AttemptKey attempt) {
        signals.orderedStream().forEach(s -> s.cancel(attempt));
        return new Answer(attempt.task().toString(), TaskState.CANCELING.name());
    }
}
