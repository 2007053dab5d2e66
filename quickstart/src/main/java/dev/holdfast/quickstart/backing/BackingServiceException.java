package dev.holdfast.quickstart.backing;

/** An embedded service could not be started; the message says what to look at. */
public final class BackingServiceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BackingServiceException(String message) {
        super(message);
    }

    public BackingServiceException(String message, Throwable cause) {
        super(message, cause);
    }
}
