package dev.holdfast.quickstart.backing;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * POSIX signals by process id.
 *
 * <p>A process that is gone gets no signal, which is no error: the caller looks at what is there, not at what was sent.
 */
public final class Signals {

    private Signals() {}

    /** Sends a signal, e.g. {@code STOP}, to a process, or to a group if negative; false when there is none. */
    public static boolean send(String signal, long pid) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + signal, "--", Long.toString(pid))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return kill.waitFor() == 0;
        } catch (IOException e) {
            throw new IllegalStateException("cannot run kill: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A fast shutdown (SIGINT): ends sessions, writes a checkpoint; SIGKILL after the limit. */
    public static void stopPostgres(ProcessHandle server, Duration limit) {
        stop(server, "INT", limit);
    }

    /** Sends a signal that asks the process to end, and SIGKILL if it has not ended within the limit. */
    public static void stop(ProcessHandle process, String signal, Duration limit) {
        if (!process.isAlive()) {
            return;
        }
        send(signal, process.pid());
        if (!endsWithin(process, limit)) {
            process.destroyForcibly();
            endsWithin(process, Duration.ofSeconds(10));
        }
    }

    /** Waits for the end of a process that need not be a child of this one. */
    public static boolean endsWithin(ProcessHandle process, Duration limit) {
        try {
            process.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return !process.isAlive();
        } catch (ExecutionException e) {
            return !process.isAlive();
        }
    }
}
