package dev.holdfast.quickstart.client;

/** Nobody answered for longer than a restart takes. */
public final class DispatcherUnreachable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DispatcherUnreachable(String url, Throwable cause) {
        super("no dispatcher answers at " + url + "; is the stack up? (./holdfast status)", cause);
    }
}
