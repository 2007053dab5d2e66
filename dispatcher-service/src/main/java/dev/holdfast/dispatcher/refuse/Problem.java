package dev.holdfast.dispatcher.refuse;

import java.net.URI;
import org.springframework.http.HttpStatus;

/** The kinds of problems that callers can tell apart. Their {@code type} is part of the API and never changes. */
public enum Problem {
    MALFORMED(HttpStatus.BAD_REQUEST, "malformed-request", "The request is not well formed"),
    INVALID_TASK(HttpStatus.UNPROCESSABLE_CONTENT, "invalid-task", "The task is not valid"),
    INVALID_VALUE(HttpStatus.UNPROCESSABLE_CONTENT, "invalid-value", "A value is not valid"),
    TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "too-large", "The request is too large"),
    NOT_FOUND(HttpStatus.NOT_FOUND, "not-found", "There is nothing by that name"),
    KEY_REUSED(HttpStatus.CONFLICT, "idempotency-key-reused", "The idempotency key was used for another request"),
    TASK_FINAL(HttpStatus.CONFLICT, "task-is-final", "The task has ended"),
    TASK_NOT_FINAL(HttpStatus.CONFLICT, "task-is-not-final", "The task has not ended"),
    TASK_STARTED(HttpStatus.CONFLICT, "task-has-started", "The task has started"),
    WORKER_ENDED(HttpStatus.CONFLICT, "worker-has-ended", "The worker has ended"),
    UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "unavailable", "The database did not answer in time"),
    INTERNAL(HttpStatus.INTERNAL_SERVER_ERROR, "internal-error", "Something went wrong inside");

    private final HttpStatus status;
    private final String slug;
    private final String title;

    Problem(HttpStatus status, String slug, String title) {
        this.status = status;
        this.slug = slug;
        this.title = title;
    }

    public HttpStatus status() {
        return status;
    }

    public String title() {
        return title;
    }

    /** {@code urn:holdfast:problem:<slug>}. */
    public URI type() {
        return URI.create("urn:holdfast:problem:" + slug);
    }
}
