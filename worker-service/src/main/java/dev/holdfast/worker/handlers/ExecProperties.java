package dev.holdfast.worker.handlers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What {@code exec} may run, and how. Checked as a whole at start: a worker that could not run what it is configured for does
 * not start.
 *
 * @param commands the allow-list: what a task names, and what is run for it
 * @param outputLimit how much of each output stream is kept, counted from its end
 * @param stopGrace what a command that is told to stop has between SIGTERM and SIGKILL; 0.4 of
 *     {@code holdfast.worker.stop-grace} unless set
 * @param inherit names of the variables that commands get from this process; all others, passwords among them, stay here
 */
@ConfigurationProperties("holdfast.exec")
record ExecProperties(
        @DefaultValue Map<String, Command> commands,
        @DefaultValue("64KB") DataSize outputLimit,
        @Nullable Duration stopGrace,

        @DefaultValue({"PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR"})
        List<String> inherit) {

    // Both streams and their quotes fit in a result of 256 KiB.
    private static final DataSize MOST_OUTPUT = DataSize.ofKilobytes(120);

    /**
     * One entry of the allow-list.
     *
     * @param path the program, an absolute path
     * @param args arguments that come before those of the task
     * @param directory where it runs; where this worker runs if not given
     * @param environment further variables for it
     */
    record Command(
            @Nullable Path path,
            @DefaultValue List<String> args,
            @Nullable Path directory,
            @DefaultValue Map<String, String> environment) {

        Command {
            args = List.copyOf(args);
            environment = Map.copyOf(environment);
        }

        Path program() {
            if (path == null) {
                throw new IllegalStateException("a command without a path passed the checks");
            }
            return path;
        }
    }

    ExecProperties {
        commands = Map.copyOf(commands);
        inherit = List.copyOf(inherit);
        commands.forEach(ExecProperties::check);
        if (outputLimit.toBytes() < 1 || outputLimit.compareTo(MOST_OUTPUT) > 0) {
            throw new IllegalArgumentException("holdfast.exec.output-limit is " + outputLimit
                    + "; it must be 1B to 120KB, as both streams have to fit in a result");
        }
    }

    private static void check(String name, Command command) {
        String key = "holdfast.exec.commands." + name;
        Path path = command.path();
        if (path == null || !path.isAbsolute()) {
            throw new IllegalArgumentException(key + ".path must be an absolute path, but is " + path);
        }
        if (!Files.isRegularFile(path) || !Files.isExecutable(path)) {
            throw new IllegalArgumentException(key + ".path is " + path + ", which is "
                    + (Files.exists(path) ? "not an executable file" : "not there")
                    + " on this machine; install it, or take the command out of this worker's configuration");
        }
        if (command.directory() != null && !Files.isDirectory(command.directory())) {
            throw new IllegalArgumentException(
                    key + ".directory is " + command.directory() + ", which is no directory");
        }
    }
}
