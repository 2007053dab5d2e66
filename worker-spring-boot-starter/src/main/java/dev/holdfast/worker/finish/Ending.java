package dev.holdfast.worker.finish;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.settle.AttemptEnd;

/**
 * An end that the database has not answered yet.
 *
 * @param incarnation under which the attempt was claimed: the only one that may end it
 * @param keptAt nanos
 */
record Ending(Incarnation incarnation, AttemptEnd end, long keptAt) {

    /** About what it takes in memory. */
    long bytes() {
        return 200L + length(end.result()) + length(end.error());
    }

    private static int length(@org.jspecify.annotations.Nullable String text) {
        return text == null ? 0 : 2 * text.length();
    }
}
