package dev.holdfast.quickstart.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the commands that worked on one repository wrote down, in the order in which it happened. How the lines look stands in
 * {@code evidence.sh}.
 */
record Evidence(String repository, List<Line> lines) {

    Evidence {
        lines = List.copyOf(lines);
    }

    /** One line. {@code run} is the task's id and the attempt's number: {@code id#1}. */
    sealed interface Line {

        String run();
    }

    record Entered(String run, boolean exclusive) implements Line {}

    record Ticked(String run) implements Line {}

    record Left(String run) implements Line {}

    /** {@code run} met {@code other} alive where it should have been alone. */
    record Met(String run, String other) implements Line {}

    /** {@code run} took over a lock whose holder was gone. */
    record TookOver(String run, String other) implements Line {}

    /** A line that is none of these: evidence that cannot be trusted. */
    record Unreadable(String run) implements Line {}

    /** Empty when nothing has run yet. A last line that is being written is left out. */
    static Evidence read(String repository, Path file) throws IOException {
        String text = Files.exists(file) ? Files.readString(file) : "";
        List<Line> lines = new ArrayList<>();
        text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(Evidence::parse)
                .forEach(lines::add);
        return new Evidence(repository, lines);
    }

    private static Line parse(String line) {
        String[] words = line.split(" ", -1);
        return switch (words[0] + "/" + words.length) {
            case "enter/4" -> new Entered(words[1], words[2].equals("exclusive"));
            case "tick/2" -> new Ticked(words[1]);
            case "leave/2" -> new Left(words[1]);
            case "conflict/3" -> new Met(words[1], words[2]);
            case "stale/3" -> new TookOver(words[1], words[2]);
            default -> new Unreadable(line);
        };
    }

    /** Runs that entered, in order. */
    List<Entered> entered() {
        return lines.stream()
                .filter(Entered.class::isInstance)
                .map(Entered.class::cast)
                .toList();
    }

    boolean hasLeft(String run) {
        return lines.contains(new Left(run));
    }

    /** Runs that entered and did not leave: those under way now, or, when all is over, those that were killed. */
    List<Entered> unfinished() {
        return entered().stream().filter(run -> !hasLeft(run.run())).toList();
    }

    static String taskOf(String run) {
        return run.substring(0, run.indexOf('#'));
    }
}
