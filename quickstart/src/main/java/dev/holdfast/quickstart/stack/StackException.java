package dev.holdfast.quickstart.stack;

/** The stack could not do what was asked; the message is meant for the person at the terminal. */
public final class StackException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StackException(String message) {
        super(message);
    }

    public StackException(String message, Throwable cause) {
        super(message, cause);
    }
}
