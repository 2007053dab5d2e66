package dev.holdfast.worker.handlers;

import dev.holdfast.worker.NonRetryableException;
import dev.holdfast.worker.TaskContext;
import dev.holdfast.worker.TaskHandler;
import org.jspecify.annotations.Nullable;

/** Fails as it is told to. For trials. */
final class FailHandler implements TaskHandler<FailHandler.Input, FailHandler.Result> {

    /**
     * How to fail.
     *
     * @param message what the error says
     * @param retryable whether another attempt may follow; it may if not given
     * @param times fail in attempts numbered up to this one, succeed in later ones; always fail if not given
     */
    record Input(
            @Nullable String message,
            @Nullable Boolean retryable,
            @Nullable Integer times) {}

    /** The attempt that did not fail. */
    record Result(int attempt) {}

    /** What was asked for. */
    static final class AskedForException extends Exception {

        private static final long serialVersionUID = 1L;

        AskedForException(String message) {
            super(message);
        }
    }

    @Override
    public String type() {
        return "fail";
    }

    @Override
    public Result run(Input input, TaskContext task) throws Exception {
        if (input.times() != null && task.attempt() > input.times()) {
            return new Result(task.attempt());
        }
        String message = input.message() == null ? "failed, as asked for" : input.message();
        if (Boolean.FALSE.equals(input.retryable())) {
            throw new NonRetryableException(message);
        }
        throw new AskedForException(message);
    }
}
