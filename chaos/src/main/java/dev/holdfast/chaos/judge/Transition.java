package dev.holdfast.chaos.judge;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One row of the history. Times are microseconds since the epoch, by the database's clock, before the commit. */
record Transition(
        UUID task,
        int version,
        long at,
        @Nullable String from,
        String to,
        int attempt,
        String actor,
        @Nullable String reason) {

    boolean isFinal() {
        return States.isFinal(to);
    }
}
