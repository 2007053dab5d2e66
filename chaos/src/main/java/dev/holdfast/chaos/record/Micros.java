package dev.holdfast.chaos.record;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The clock of the record: one host, one clock, microseconds since the epoch. */
public final class Micros {

    private static final Clock CLOCK = Clock.systemUTC();

    private Micros() {}

    public static long now() {
        return of(CLOCK.instant());
    }

    public static long of(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
}
