package dev.holdfast.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads what the trial handlers wrote, and judges it. */
final class Evidence {

    private final Path file;

    Evidence(Path file) {
        this.file = file;
    }

    /**
     * One run of one attempt as its handler saw it.
     *
     * @param from nanos of its first line
     * @param to nanos of its last
     * @param last its last event: {@code start}, {@code tick}, {@code stopped} or {@code end}
     */
    record Run(
            String task,
            int attempt,
            long token,
            String worker,
            long pid,
            String label,
            long from,
            long to,
            String last) {

        boolean exclusive() {
            return label.startsWith("EXCLUSIVE@");
        }

        boolean finished() {
            return last.equals("end");
        }
    }

    /** All runs in the order of their start. */
    List<Run> runs() {
        Map<String, Run> runs = new LinkedHashMap<>();
        for (String line : lines()) {
            String[] part = line.split(" ", -1);
            long nanos = Long.parseLong(part[6]);
            Run now = new Run(
                    part[1],
                    Integer.parseInt(part[2]),
                    Long.parseLong(part[3]),
                    part[4],
                    Long.parseLong(part[5]),
                    part[7],
                    nanos,
                    nanos,
                    part[0]);
            // Keyed by token: a second run of one attempt would be a run of its own.
            runs.merge(now.task + "/" + now.attempt + "/" + now.token + "/" + now.pid, now, Evidence::longer);
        }
        return runs.values().stream()
                .sorted(Comparator.comparingLong(Run::from))
                .toList();
    }

    List<Run> runsOf(String task) {
        return runs().stream().filter(run -> run.task.equals(task)).toList();
    }

    /** How often an attempt of this task was begun. */
    int starts(String task) {
        return (int) lines().stream()
                .filter(line -> line.startsWith("start " + task))
                .count();
    }

    /** The runs on that resource in the order of their start. */
    List<Run> runsOn(String resource) {
        return runs().stream().filter(run -> run.label.endsWith("@" + resource)).toList();
    }

    /** Pairs of runs that were alive on one resource at the same time though one of them was to be alone: must be none. */
    List<String> overlaps(String resource) {
        List<String> found = new ArrayList<>();
        List<Run> runs = runsOn(resource);
        for (int i = 0; i < runs.size(); i++) {
            for (int j = i + 1; j < runs.size(); j++) {
                Run one = runs.get(i);
                Run other = runs.get(j);
                if ((one.exclusive() || other.exclusive()) && other.from < one.to) {
                    found.add(one + " overlaps " + other);
                }
            }
        }
        return found;
    }

    private List<String> lines() {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Run longer(Run before, Run now) {
        return new Run(
                before.task,
                before.attempt,
                before.token,
                before.worker,
                before.pid,
                before.label,
                before.from,
                now.to,
                now.last);
    }
}
