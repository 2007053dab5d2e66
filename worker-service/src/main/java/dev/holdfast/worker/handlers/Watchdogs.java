package dev.holdfast.worker.handlers;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Starts watchdogs. The script travels in an environment variable: no file that a cleaner of temporary directories could take
 * away under a worker that runs for months, and none that a killed worker leaves behind.
 */
final class Watchdogs {

    private static final String NAME = "holdfast-exec";

    private final String script = script();
    private final List<String> shell;

    /** Uses {@code shell}, which speaks POSIX, in a session of its own where the machine has {@code setsid}. */
    Watchdogs(Path shell) {
        String start = "eval \"$HOLDFAST_WATCHDOG\"";
        this.shell = Stream.concat(setsid(), Stream.of(shell.toString(), "-c", start, NAME))
                .toList();
    }

    /**
     * Starts a watchdog for {@code command}; the command itself starts with the first {@link GuardedCommand#lease}.
     *
     * @param margin how long before the end of the lease it kills
     * @param environment all variables of the command, beside its mark
     */
    GuardedCommand start(
            Duration margin,
            List<String> command,
            @Nullable Path directory,
            Map<String, String> environment,
            @Nullable String stdin,
            int outputLimit)
            throws IOException {
        String id = UUID.randomUUID().toString();
        Path input = stdin == null ? null : write(stdin);
        List<String> line = new ArrayList<>(shell);
        line.add(id);
        line.add(input == null ? "/dev/null" : input.toString());
        line.add(Long.toString(margin.toMillis()));
        line.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put("HOLDFAST_WATCHDOG", script);
        if (directory != null) {
            builder.directory(directory.toFile());
        }
        try {
            return new GuardedCommand(id, builder.start(), input, outputLimit);
        } catch (IOException e) {
            if (input != null) {
                Files.deleteIfExists(input);
            }
            throw e;
        }
    }

    /** For this user's eyes only; the watchdog deletes it as soon as it is open. */
    private static Path write(String stdin) throws IOException {
        return Files.writeString(Files.createTempFile(NAME, ".stdin"), stdin);
    }

    private static Stream<String> setsid() {
        String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
        return Stream.of(path.split(File.pathSeparator, -1))
                .map(directory -> Path.of(directory, "setsid"))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .limit(1);
    }

    private static String script() {
        try (InputStream in = Watchdogs.class.getResourceAsStream("watchdog.sh")) {
            if (in == null) {
                throw new IllegalStateException("watchdog.sh is missing beside " + Watchdogs.class.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
