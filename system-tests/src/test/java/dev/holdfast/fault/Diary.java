package dev.holdfast.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the handlers wrote down themselves. */
final class Diary {

    private final List<String[]> lines;

    Diary(Path file) {
        try {
            lines = Files.exists(file)
                    ? Files.readAllLines(file).stream()
                            .map(line -> line.split(" ", -1))
                            .toList()
                    : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Run(String name, boolean exclusive, long from, long to) {}

    boolean completed(String task) {
        return lines.stream().anyMatch(line -> line[0].equals("end") && line[1].equals(task));
    }

    long starts(String task) {
        return lines.stream()
                .filter(line -> line[0].equals("start") && line[1].equals(task))
                .count();
    }

    boolean started(String task) {
        return starts(task) > 0;
    }

    /**
     * Pairs of conflicting runs that were alive at the same time.
     *
     * @param pid of a process that was stopped, or 0
     * @param wokenAt when it was woken, in nanos: what it writes for at most {@code moment} after that does not count, for
     *     it has to notice first
     */
    List<String> overlaps(String resource, long pid, long wokenAt, long moment) {
        Map<String, Run> runs = new LinkedHashMap<>();
        for (String[] line : lines) {
            long at = Long.parseLong(line[6]);
            boolean afterwards = line[5].equals(Long.toString(pid)) && at > wokenAt && at <= wokenAt + moment;
            if (!line[7].endsWith("@" + resource) || afterwards) {
                continue;
            }
            String name = line[1] + "/" + line[2] + " of " + line[4] + " pid " + line[5];
            Run run = runs.get(name);
            runs.put(name, new Run(name, line[7].startsWith("EXCLUSIVE"), run == null ? at : run.from, at));
        }
        return overlaps(List.copyOf(runs.values()));
    }

    private static List<String> overlaps(List<Run> runs) {
        List<String> found = new ArrayList<>();
        for (Run one : runs) {
            for (Run other : runs) {
                if (!one.equals(other)
                        && one.from <= other.from
                        && other.from < one.to
                        && (one.exclusive || other.exclusive)) {
                    found.add(one + " overlaps " + other);
                }
            }
        }
        return found;
    }
}
