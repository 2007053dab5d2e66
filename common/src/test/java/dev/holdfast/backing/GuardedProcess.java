package dev.holdfast.backing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A process in a process group of its own that does not outlive this JVM: a small shell holds the other end of a pipe, and
 * when the pipe closes, be it because the JVM was killed, it ends the group.
 */
public final class GuardedProcess implements AutoCloseable {

    /**
     * $1 signal, $2 its target (a pid, or - and a group), $3 the group, $4 a directory to delete or nothing. Some shells take
     * {@code --} after the signal for a pid.
     */
    private static final String GUARD = """
            read -r line
            [ "$line" = kept ] && exit
            if [ "$line" != done ]; then
              kill -CONT "-$3"; kill "-$1" "$2"
              n=0
              while kill -0 "-$3" && [ $n -lt 50 ]; do sleep 0.1; n=$((n + 1)); done
              kill -KILL "-$3"
            fi
            [ -z "$4" ] || rm -rf "$4"
            """;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Process process;
    private final Process guard;
    private final String stopSignal;
    private final boolean wholeGroup;

    private GuardedProcess(Process process, Process guard, String stopSignal, boolean wholeGroup) {
        this.process = process;
        this.guard = guard;
        this.stopSignal = stopSignal;
        this.wholeGroup = wholeGroup;
    }

    /** A process that may be killed at any time. */
    public static GuardedProcess start(List<String> command, Map<String, String> environment, Path log) {
        return start(command, environment, "KILL", true, log, "");
    }

    /**
     * @param stopSignal what {@link #close()} sends
     * @param wholeGroup whether all of the group get it
     * @param doomed a directory that is deleted at the end, or nothing
     */
    static GuardedProcess start(
            List<String> command,
            Map<String, String> environment,
            String stopSignal,
            boolean wholeGroup,
            Path log,
            String doomed) {
        List<String> inOwnGroup = new ArrayList<>(List.of("setsid"));
        inOwnGroup.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(inOwnGroup)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        try {
            // setsid forks only if it leads a group already, which a child of this JVM does not: it becomes the
            // command.
            Process process = builder.start();
            process.getOutputStream().close();
            String target = (wholeGroup ? "-" : "") + process.pid();
            Process guard = new ProcessBuilder(
                            "setsid", "sh", "-c", GUARD, "guard", stopSignal, target, "" + process.pid(), doomed)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new GuardedProcess(process, guard, stopSignal, wholeGroup);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command.get(0), e);
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** The exit code, 128 and more for a signal; waits for it at most that long. */
    public int awaitExit(Duration limit) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("process " + pid() + " did not end within " + limit);
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Sends a signal to the process alone, e.g. {@code STOP}. */
    public void signal(String signal) {
        kill(signal, Long.toString(pid()));
    }

    /** SIGKILL to the whole group, and waits for the end. */
    public void kill() {
        end("KILL", true, "done");
    }

    @Override
    public void close() {
        end(stopSignal, wholeGroup, "done");
    }

    /** As {@link #close()}, but the directory stays: the process will be started again. */
    void closeAndKeep() {
        end(stopSignal, wholeGroup, "kept");
    }

    /** @param word what the guard is told */
    private void end(String signal, boolean group, String word) {
        kill(signal, (group ? "-" : "") + pid());
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                kill("KILL", "-" + pid());
                awaitExit(PATIENCE);
            }
            // What the process left behind in its group.
            kill("KILL", "-" + pid());
            try (Writer pipe = guard.outputWriter()) {
                pipe.write(word + "\n");
            } catch (IOException closedBefore) {
                // then the guard has done its work
            }
            guard.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void kill(String signal, String target) {
        try {
            new ProcessBuilder("kill", "-" + signal, "--", target)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(5, TimeUnit.SECONDS);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run kill", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The end of a log, for messages. */
    public static String tail(Path log) {
        try {
            List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of("(no log)");
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        } catch (IOException e) {
            return "(" + e + ")";
        }
    }

    static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a test service started", e);
        }
    }
}
