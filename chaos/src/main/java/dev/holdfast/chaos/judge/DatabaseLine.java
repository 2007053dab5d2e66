package dev.holdfast.chaos.judge;

import org.jspecify.annotations.Nullable;

/** One line of a dump: one row of one table. */
record DatabaseLine(
        @Nullable Transition history,
        @Nullable AttemptRow attempt,
        @Nullable TaskRow task,
        @Nullable ReservationRow reservation,
        @Nullable LineRow line) {}
