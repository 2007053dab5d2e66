package dev.holdfast.quickstart.demo;

import dev.holdfast.quickstart.backing.Trees;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The files of a demo: {@code repositories/} the originals, {@code mirrors/} the copies, {@code evidence/} what the commands
 * wrote, {@code bin/} the commands.
 */
record Workspace(Path root) {

    private static final List<String> SCRIPTS = List.of("mirror.sh", "checksum.sh", "evidence.sh");

    /** Empties it and brings the commands. */
    void prepare() throws IOException {
        Trees.delete(root);
        Path bin = Files.createDirectories(root.resolve("bin"));
        for (String script : SCRIPTS) {
            try (InputStream in = Workspace.class.getResourceAsStream(script)) {
                if (in == null) {
                    throw new IOException(script + " is missing beside " + Workspace.class.getName());
                }
                Files.copy(in, bin.resolve(script));
            }
            Files.setPosixFilePermissions(bin.resolve(script), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    Path command(String name) {
        return root.resolve("bin").resolve(name + ".sh");
    }

    Path mirror(String repository) {
        return root.resolve("mirrors").resolve(repository);
    }

    Path evidence(String repository) {
        return root.resolve("evidence").resolve(repository + ".log");
    }

    /** Writes the files of a repository, and a list of their checksums for the commands; returns the same. */
    SortedMap<String, String> make(DemoPlan.RepositoryPlan plan) throws IOException {
        Path directory = root.resolve("repositories").resolve(plan.name());
        SortedMap<String, String> sums = new TreeMap<>();
        for (DemoPlan.FilePlan file : plan.files()) {
            byte[] content = content(file);
            Path path = directory.resolve(file.path());
            Files.createDirectories(path.getParent());
            Files.write(path, content);
            sums.put(file.path(), Checksums.of(content));
        }
        Files.writeString(directory.resolveSibling(plan.name() + ".sha256"), manifest(sums));
        return sums;
    }

    private static byte[] content(DemoPlan.FilePlan file) {
        SplittableRandom random = new SplittableRandom(file.seed());
        ByteBuffer words = ByteBuffer.allocate(file.bytes() + Long.BYTES);
        while (words.position() < file.bytes()) {
            words.putLong(random.nextLong());
        }
        byte[] content = new byte[file.bytes()];
        words.get(0, content);
        return content;
    }

    private static String manifest(Map<String, String> sums) {
        return sums.entrySet().stream()
                .map(entry -> entry.getValue() + "  " + entry.getKey() + "\n")
                .collect(Collectors.joining());
    }
}
