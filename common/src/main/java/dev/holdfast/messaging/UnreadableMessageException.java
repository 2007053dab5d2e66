package dev.holdfast.messaging;

/** Somebody else's message, or a damaged one, in a task queue. */
public final class UnreadableMessageException extends Exception {

    private static final long serialVersionUID = 1L;

    public UnreadableMessageException(String message) {
        super(message);
    }
}
