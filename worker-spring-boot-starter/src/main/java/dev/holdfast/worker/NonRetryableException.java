package dev.holdfast.worker;

/** Thrown by a handler whose task must not be tried again: it ends as {@code FAILED} whatever attempts are left. */
public class NonRetryableException extends Exception {

    private static final long serialVersionUID = 1L;

    public NonRetryableException(String message) {
        super(message);
    }

    public NonRetryableException(String message, Throwable cause) {
        super(message, cause);
    }
}
