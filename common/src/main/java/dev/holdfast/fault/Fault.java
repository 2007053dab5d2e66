package dev.holdfast.fault;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One fault that was asked for.
 *
 * @param nth which reach of the point it strikes at, from 1
 */
record Fault(FaultPoint point, int nth, Action action) {

    /** What a fault does. */
    enum Action {
        /** Ends the process at once. */
        HALT,
        /** Stops all of the process until SIGCONT. */
        PAUSE,
        /** Throws a {@link FaultException}. */
        THROW;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Reads {@code <point>[:nth][:halt|pause|throw]}, several separated by commas.
     *
     * @throws IllegalArgumentException saying what is wrong with which of them
     */
    static List<Fault> parse(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::trim)
                .map(Fault::one)
                .toList();
    }

    private static Fault one(String text) {
        List<String> parts = List.of(text.split(":", -1));
        FaultPoint point = FaultPoint.byLabel(parts.get(0))
                .orElseThrow(() -> new IllegalArgumentException("HOLDFAST_FAULT: there is no fault point '"
                        + parts.get(0) + "'; there are: " + FaultPoint.labels()));
        int nth = 1;
        Action action = Action.HALT;
        int next = 1;
        if (next < parts.size() && parts.get(next).matches("[1-9][0-9]{0,8}")) {
            nth = Integer.parseInt(parts.get(next++));
        }
        if (next < parts.size()) {
            action = action(parts.get(next++), text);
        }
        if (next < parts.size()) {
            throw unreadable(text);
        }
        return new Fault(point, nth, action);
    }

    private static Action action(String word, String text) {
        return Arrays.stream(Action.values())
                .filter(action -> action.word().equals(word))
                .findFirst()
                .orElseThrow(() -> unreadable(text));
    }

    private static IllegalArgumentException unreadable(String text) {
        return new IllegalArgumentException(
                "HOLDFAST_FAULT: '" + text + "' is not <point>[:nth][:halt|pause|throw] with nth from 1");
    }
}
