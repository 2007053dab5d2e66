package dev.holdfast.quickstart.stack;

import dev.holdfast.quickstart.backing.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where a stack keeps its files: {@code data/} what survives a restart, {@code run/} who runs, {@code log/} what they say.
 *
 * @param root made on demand, readable by its owner only, since {@code run/} holds passwords
 */
public record StackDirectory(Path root) {

    private static final String SPEC = ".json";

    public StackDirectory {
        root = root.toAbsolutePath().normalize();
    }

    /** Makes what is missing. */
    public StackDirectory create() {
        try {
            Files.createDirectories(root);
            Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
            for (Path part : List.of(data(), run(), log())) {
                Files.createDirectories(part);
            }
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + root, e);
        }
    }

    public Path data() {
        return root.resolve("data");
    }

    public Path run() {
        return root.resolve("run");
    }

    public Path log() {
        return root.resolve("log");
    }

    public Path pidFile(String name) {
        return run().resolve(name + ".pid");
    }

    public Path logFile(String name) {
        return log().resolve(name + ".log");
    }

    Path startedFile(String name) {
        return run().resolve(name + ".started");
    }

    Path launchFile(String name) {
        return run().resolve(name + SPEC);
    }

    Path stackFile() {
        return root.resolve("stack.json");
    }

    /** The processes that were ever launched here, in order of start. */
    public List<String> names() {
        if (!Files.isDirectory(run())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(run())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(SPEC))
                    .map(file -> file.substring(0, file.length() - SPEC.length()))
                    .sorted(ProcessOrder.OF_START)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + run(), e);
        }
    }

    /** Forgets how earlier stacks started their processes, none of which runs any more. */
    void forgetLaunches() {
        try {
            Trees.delete(run());
            Files.createDirectories(run());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot empty " + run(), e);
        }
    }
}
