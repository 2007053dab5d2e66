package dev.holdfast.chaos.storm;

import dev.holdfast.chaos.record.Fault;
import java.io.PrintStream;

/** Tells a person at a terminal what happens. */
final class Narrator {

    private final PrintStream out;
    private final long began = System.nanoTime();

    Narrator(PrintStream out) {
        this.out = out;
    }

    void say(String text) {
        out.printf("%7.1f s  %s%n", (System.nanoTime() - began) / 1e9, text);
        out.flush();
    }

    void say(Fault fault) {
        StringBuilder text = new StringBuilder(fault.kind().name());
        if (fault.target() != null) {
            text.append(' ').append(fault.target());
        }
        fault.details()
                .forEach((name, value) ->
                        text.append(", ").append(name).append(' ').append(value));
        say(text.toString());
    }

    PrintStream out() {
        return out;
    }
}
