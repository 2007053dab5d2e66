package dev.holdfast.mutant;

import dev.holdfast.backing.GuardedProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A JVM that runs tests of one module behind an overlay, and is killed when its time is over. */
final class Child {

    /** What puts the overlay first for the processes that a scenario starts as well. */
    static final String OVERLAY = "holdfast.programs.ahead";

    private Child() {}

    /** @param complete whether it ended by itself, in time, with all tests run */
    record Outcome(List<Result> results, boolean complete, Duration took, Path log) {

        String tail() {
            return GuardedProcess.tail(log);
        }
    }

    static Outcome run(List<Catcher> catchers, Path overlay, Path directory, Duration bound) {
        String module = catchers.get(0).module();
        Path results = directory.resolve("results").toAbsolutePath();
        Path log = directory.resolve("log").toAbsolutePath();
        try {
            Files.createDirectories(directory);
            Files.deleteIfExists(results);
            Files.deleteIfExists(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        long began = System.nanoTime();
        GuardedProcess process =
                GuardedProcess.start(command(catchers, module, overlay.toAbsolutePath(), results), Map.of(), log);
        try {
            long deadline = began + bound.toNanos();
            while (process.isAlive() && System.nanoTime() < deadline) {
                pause();
            }
        } finally {
            // Not close(): it may be hung, and what it started must go as well.
            process.kill();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        List<String> lines = lines(results);
        boolean complete = lines.contains(Result.COMPLETE);
        return new Outcome(
                lines.stream()
                        .filter(line -> !line.equals(Result.COMPLETE))
                        .map(Result::read)
                        .toList(),
                complete,
                took,
                log);
    }

    private static List<String> command(List<Catcher> catchers, String module, Path overlay, Path results) {
        List<String> command = new ArrayList<>(List.of(
                // Its services and files are where its module's own build has them.
                "sh",
                "-c",
                "cd \"$0\" && exec \"$@\"",
                Modules.directory(module).toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-D" + OVERLAY + "=" + overlay,
                "-cp",
                Modules.classpath(module, overlay),
                RunTests.class.getName(),
                results.toString()));
        catchers.forEach(c -> command.add(c.type() + "#" + String.join(",", c.methods())));
        return command;
    }

    private static List<String> lines(Path results) {
        try {
            return Files.exists(results)
                    ? Files.readAllLines(results).stream()
                            .filter(line -> line.equals(Result.COMPLETE) || line.split("\t", -1).length == 4)
                            .toList()
                    : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
