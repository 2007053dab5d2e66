package dev.holdfast.chaos.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Halves the start of a service: the JVM loads its classes from an archive that one start up to the end of the refresh
 * wrote. A JVM that cannot use the archive ignores it.
 */
public final class ClassArchive {

    private static final long LIMIT_SECONDS = 90;

    private ClassArchive() {}

    /**
     * The same command with an archive, which is made first if it is missing or older than a jar of the command.
     *
     * @param arguments of the start that writes the archive; they lead to services that are there
     */
    public static List<String> with(Path archive, List<String> command, List<String> arguments) {
        try {
            if (!isFresh(archive, command)) {
                Files.deleteIfExists(archive);
                write(archive, command, arguments);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Files.exists(archive)
                ? jvmArguments(command, "-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-Xlog:cds+dynamic=off")
                : command;
    }

    private static void write(Path archive, List<String> command, List<String> arguments) throws IOException {
        List<String> training = new ArrayList<>(
                jvmArguments(command, "-XX:ArchiveClassesAtExit=" + archive, "-Dspring.context.exit=onRefresh"));
        training.addAll(arguments);
        Path log = archive.resolveSibling(archive.getFileName() + ".log");
        Process process = new ProcessBuilder(training)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static boolean isFresh(Path archive, List<String> command) throws IOException {
        if (!Files.exists(archive)) {
            return false;
        }
        long written = Files.getLastModifiedTime(archive).toMillis();
        for (Path input : inputs(command)) {
            if (Files.exists(input) && Files.getLastModifiedTime(input).toMillis() > written) {
                return false;
            }
        }
        return true;
    }

    /** The jars, and the marks of their unpacking: an unpacked jar is as old as the build made it. */
    private static List<Path> inputs(List<String> command) {
        return command.stream()
                .flatMap(argument -> Stream.of(argument.split(File.pathSeparator)))
                .filter(argument -> argument.endsWith(".jar"))
                .map(Path::of)
                .flatMap(jar -> Stream.of(jar, jar.resolveSibling("unpacked")))
                .toList();
    }

    private static List<String> jvmArguments(List<String> command, String... more) {
        List<String> all = new ArrayList<>(command);
        all.addAll(1, List.of(more));
        return all;
    }
}
