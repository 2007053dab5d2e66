package dev.holdfast.quickstart.demo;

import java.io.PrintStream;
import java.time.Duration;

/** Tells the story to somebody at a terminal, with the seconds since its beginning. */
final class Narrator {

    private final PrintStream out;
    private final long begin = System.nanoTime();

    Narrator(PrintStream out) {
        this.out = out;
    }

    void chapter(String title) {
        out.println();
        out.println("== " + title);
        out.flush();
    }

    void say(String text) {
        double seconds = elapsed().toMillis() / 1000.0;
        text.lines().forEach(line -> out.printf("%6.1f s  %s%n", seconds, line));
        out.flush();
    }

    void check(boolean good, String what) {
        out.println("  [" + (good ? " ok " : "FAIL") + "] " + what);
        out.flush();
    }

    void plain(String text) {
        out.println(text);
        out.flush();
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - begin);
    }
}
