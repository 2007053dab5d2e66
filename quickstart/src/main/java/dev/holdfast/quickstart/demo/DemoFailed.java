package dev.holdfast.quickstart.demo;

/** The demo could not go on; the message says what did not happen. */
public final class DemoFailed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DemoFailed(String message) {
        super(message);
    }
}
