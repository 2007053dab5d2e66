package dev.holdfast.chaos.storm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The fault points that the processes passed, each written once per life of a process. */
final class Points {

    static final String PREFIX = "points-";

    private Points() {}

    static String table(Path directory) {
        Map<String, Integer> points = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(path -> path.getFileName().toString().startsWith(PREFIX))
                    .sorted(Comparator.naturalOrder())
                    .toList()) {
                Files.readAllLines(file).forEach(point -> points.merge(point, 1, Integer::sum));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "Fault points reached, and in how many process lives: " + points.size() + "\n"
                + points.entrySet().stream()
                        .map(point -> "  %-40s %d".formatted(point.getKey(), point.getValue()))
                        .collect(Collectors.joining("\n"));
    }
}
