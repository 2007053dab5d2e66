package dev.holdfast.backing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A server process, with all its descendants in one process group, that does not outlive this JVM: a small shell holds the
 * other end of a pipe, and when the pipe closes, be it because the JVM was killed, it kills the group and deletes the
 * directory.
 */
final class GuardedProcess {

    /** $1 signal, $2 its target (a pid, or - and a group), $3 directory to delete or empty, then the command. */
    private static final String GUARD = """
            signal=$1; scope=$2; doomed=$3; log=$4; shift 4
            setsid "$@" </dev/null >>"$log" 2>&1 &
            group=$!
            trap '' INT TERM HUP
            echo $group
            cat >/dev/null
            case $scope in
              group) kill -"$signal" -- -$group 2>/dev/null ;;
              *) kill -"$signal" $group 2>/dev/null ;;
            esac
            n=0
            while kill -0 -- -$group 2>/dev/null && [ $n -lt 100 ]; do sleep 0.1; n=$((n + 1)); done
            kill -KILL -- -$group 2>/dev/null
            [ -z "$doomed" ] || rm -rf "$doomed"
            """;

    private final Process guard;
    private final long group;

    private GuardedProcess(Process guard, long group) {
        this.guard = guard;
        this.group = group;
    }

    /**
     * @param stopSignal what the server gets at the end
     * @param wholeGroup whether all its descendants get it too
     * @param doomed deleted at the end, or empty
     */
    static GuardedProcess start(
            List<String> command,
            Map<String, String> environment,
            String stopSignal,
            boolean wholeGroup,
            Path log,
            String doomed) {
        List<String> all = new ArrayList<>(List.of("sh", "-c", GUARD, "guard"));
        all.addAll(List.of(stopSignal, wholeGroup ? "group" : "leader", doomed, log.toString()));
        all.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(all);
        builder.environment().putAll(environment);
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            Process guard = builder.start();
            return new GuardedProcess(guard, Long.parseLong(guard.inputReader().readLine()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command.get(0), e);
        }
    }

    /** The leader of the server's process group. */
    long pid() {
        return group;
    }

    boolean isAlive() {
        return ProcessHandle.of(group).map(ProcessHandle::isAlive).orElse(false);
    }

    /** SIGKILL to all of it, now; the directory goes as well if it was given. */
    void kill() {
        signal("KILL");
        stop();
    }

    void signal(String signal) {
        try {
            new ProcessBuilder("kill", "-" + signal, "--", "-" + group).start().waitFor(5, TimeUnit.SECONDS);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run kill", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets the guard do its work, and waits for it. */
    void stop() {
        try {
            guard.getOutputStream().close();
            if (!guard.waitFor(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("process group " + group + " did not end");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static String tail(Path log) {
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
