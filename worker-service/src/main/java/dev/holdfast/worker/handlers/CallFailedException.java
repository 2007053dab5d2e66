package dev.holdfast.worker.handlers;

/** A call was answered with an error that may be gone at the next attempt. */
final class CallFailedException extends Exception {

    private static final long serialVersionUID = 1L;

    CallFailedException(String message) {
        super(message);
    }
}
