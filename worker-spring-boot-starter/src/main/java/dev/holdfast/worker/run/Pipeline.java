package dev.holdfast.worker.run;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.task.Outcome;
import dev.holdfast.worker.LeaseEndedException;
import dev.holdfast.worker.NonRetryableException;
import dev.holdfast.worker.TaskContext;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The steps of one run, in the attempt's own thread: read the input, call the handler, write the result, judge. */
final class Pipeline {

    static final int MAX_RESULT = 256 * 1024;

    private final Attempt attempt;
    private final Handlers.Bound bound;
    private final TaskContext context;
    private final JsonMapper json;

    Pipeline(Attempt attempt, Handlers.Bound bound, TaskContext context, JsonMapper json) {
        this.attempt = attempt;
        this.bound = bound;
        this.context = context;
        this.json = json;
    }

    /** Never throws: whatever the handler does becomes an end. */
    AttemptEnd run() {
        attempt.began(Thread.currentThread());
        try {
            Object input = readInput();
            Faults.at(FaultPoint.HANDLER_BEFORE);
            Object result = bound.handler().run(input, context);
            Faults.at(FaultPoint.HANDLER_AFTER);
            attempt.returned();
            return judge(result);
        } catch (UnfitPayloadException e) {
            attempt.returned();
            return AttemptEnd.failed(attempt.key(), Errors.describe(e), false);
        } catch (Throwable e) {
            attempt.returned();
            return judgeThrown(e);
        }
    }

    private Object readInput() throws UnfitPayloadException {
        try {
            Object input = json.readValue(attempt.claimed().payload(), bound.input());
            if (input == null && bound.input().getRawClass() != Object.class) {
                throw new UnfitPayloadException(
                        "the payload is null, this type takes " + bound.input().toCanonical());
            }
            return input;
        } catch (JacksonException e) {
            throw new UnfitPayloadException(
                    "the payload does not fit " + bound.input().toCanonical() + ": " + e.getOriginalMessage() + at(e));
        }
    }

    private static String at(JacksonException e) {
        String path = e.getPathReference();
        return path.isEmpty() ? "" : " (at " + path + ")";
    }

    /** The handler returned. See the package for what counts after a stop. */
    private AttemptEnd judge(@Nullable Object result) {
        StopReason stop = attempt.stopReason();
        if (stop == StopReason.TIMEOUT
                || (attempt.noticedStop() && (stop == StopReason.FENCE || stop == StopReason.SHUTDOWN))) {
            return stopped(stop, "it returned after it was asked to stop");
        }
        try {
            return AttemptEnd.succeeded(attempt.key(), result == null ? null : Json.write(json, result, MAX_RESULT));
        } catch (Json.TooLargeException e) {
            return AttemptEnd.failed(attempt.key(), "the result is " + e.getMessage(), false);
        } catch (JacksonException | StackOverflowError e) {
            return AttemptEnd.failed(
                    attempt.key(), "the result cannot be written as JSON: " + Errors.describe(e), false);
        } catch (Exception | LinkageError | OutOfMemoryError e) {
            return AttemptEnd.failed(attempt.key(), "the result cannot be written: " + Errors.describe(e), false);
        }
    }

    private AttemptEnd judgeThrown(Throwable e) {
        StopReason stop = attempt.stopReason();
        if (stop != null) {
            return stopped(stop, Errors.describe(e));
        }
        if (e instanceof LeaseEndedException) {
            return stopped(StopReason.FENCE, Errors.describe(e));
        }
        return AttemptEnd.failed(attempt.key(), Errors.describe(e), !(e instanceof NonRetryableException));
    }

    private AttemptEnd stopped(StopReason stop, String detail) {
        return AttemptEnd.stopped(attempt.key(), outcomeOf(stop), words(stop) + ": " + detail);
    }

    static Outcome outcomeOf(StopReason stop) {
        return switch (stop) {
            case CANCEL -> Outcome.CANCELED;
            case TIMEOUT -> Outcome.TIMED_OUT;
            case FENCE, SHUTDOWN -> Outcome.INTERRUPTED;
        };
    }

    static String words(StopReason stop) {
        return switch (stop) {
            case CANCEL -> "stopped because the task was canceled";
            case TIMEOUT -> "stopped at its timeout";
            case FENCE -> "stopped because its worker was losing its lease";
            case SHUTDOWN -> "stopped because its worker was shutting down";
        };
    }

    private static final class UnfitPayloadException extends Exception {
        private static final long serialVersionUID = 1L;

        UnfitPayloadException(String message) {
            super(message);
        }
    }
}
