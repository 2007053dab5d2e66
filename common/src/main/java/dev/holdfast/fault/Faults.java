package dev.holdfast.fault;

import org.jspecify.annotations.Nullable;

/**
 * Where the code asks whether it is to fail now.
 *
 * <p>Off, it costs nothing: {@link #ON} is a {@code static final} boolean, which the JIT folds, and with it the call.
 */
public final class Faults {

    private static final @Nullable String REFUSED;
    private static final @Nullable ArmedFaults ARMED;
    private static final boolean ON;

    static {
        ArmedFaults armed = null;
        String refused = null;
        try {
            armed = ArmedFaults.of(System.getenv()::get).orElse(null);
        } catch (IllegalArgumentException e) {
            refused = e.getMessage();
        }
        ARMED = armed;
        REFUSED = refused;
        ON = armed != null;
    }

    private Faults() {}

    /**
     * Called by each service while it starts.
     *
     * @throws IllegalStateException if the environment asks for a fault that there is not: a trial that tries nothing would
     *     look like a success
     */
    public static void check() {
        if (REFUSED != null) {
            throw new IllegalStateException(REFUSED);
        }
    }

    /**
     * The code is at {@code point}. Ends or stops the process, or throws, if the environment asks for that; else nothing.
     *
     * @throws FaultException if it asks for that
     */
    public static void at(FaultPoint point) {
        if (ON) {
            reached(point);
        }
    }

    private static void reached(FaultPoint point) {
        if (ARMED != null) {
            ARMED.reached(point);
        }
    }
}
