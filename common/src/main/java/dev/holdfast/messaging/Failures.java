package dev.holdfast.messaging;

import com.rabbitmq.client.ShutdownSignalException;

/** What the broker's client means by an exception, for a person. */
public final class Failures {

    private Failures() {}

    /**
     * The words of the broker where there are any: the client throws an {@code IOException} without a message and gives the
     * broker's answer, such as "vhost 'x' not found", as its cause.
     */
    public static String reason(Throwable failure) {
        return failure.getCause() instanceof ShutdownSignalException answer
                ? String.valueOf(answer.getMessage())
                : failure.toString();
    }
}
