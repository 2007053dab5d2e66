package dev.holdfast.quickstart.cli;

import java.time.LocalTime;
import java.time.format.DateTimeFormatter;

/** What a person at the terminal reads. */
final class Console {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

    private Console() {}

    static void say(String text) {
        System.out.println(text);
        System.out.flush();
    }

    /** A line with the time of day. */
    static void step(String text) {
        say(CLOCK.format(LocalTime.now()) + "  " + text);
    }
}
