package dev.holdfast.worker;

import org.jspecify.annotations.Nullable;

/**
 * The code that runs tasks of one type. Declare it as a Spring bean; the worker subscribes to the types of all beans it
 * finds.
 *
 * <p>Holdfast runs a handler <em>at least</em> once per task: after a crash, a lost lease or a graceful stop the task runs
 * again as a new attempt. A handler that changes other systems presents them {@link TaskContext#fencingToken()}.
 *
 * @param <I> what the payload is read as; a record, a {@code Map}, a {@code JsonNode} or {@code String}
 * @param <O> what is stored as the result; written as JSON
 */
public interface TaskHandler<I, O> {

    /** The task type, 1–100 characters of {@code [a-z0-9._-]}; one handler per type in a worker. */
    String type();

    /**
     * Runs one attempt in a thread of its own.
     *
     * <p>An interrupt means stop: the task was canceled, timed out, or this worker has lost its lease or is shutting down.
     * A handler that holds resources and ignores the interrupt for the stop grace costs its whole process.
     *
     * @return the result, at most 256 KiB as JSON; {@code null} for none
     * @throws NonRetryableException to end the task as {@code FAILED} whatever attempts are left
     * @throws Exception to fail this attempt
     */
    @Nullable O run(I input, TaskContext task) throws Exception;
}
