package dev.holdfast.examples.fence;

/** Somebody with a larger fencing token has written meanwhile: the attempt that tried was given up long ago. */
public final class StaleTokenException extends Exception {

    private static final long serialVersionUID = 1L;

    StaleTokenException(String what, long token) {
        super("a later attempt has written " + what + ": token " + token + " is refused");
    }
}
