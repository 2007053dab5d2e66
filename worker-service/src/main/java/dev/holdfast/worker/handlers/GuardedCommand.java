package dev.holdfast.worker.handlers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A command under its watchdog, seen from the worker: feeds the control pipe, reads the output, and reports how it ended. One
 * thread drives it; {@link #kill} may come from any. No other threads are involved: a descendant that keeps an output pipe
 * open for ever would block its reader for ever.
 */
final class GuardedCommand implements AutoCloseable {

    /** Why a command ended that its watchdog reported on. */
    enum Reason {
        /** By itself. */
        ENDED,
        /** The watchdog's timer killed it. */
        KILLED,
        /** Somebody sent the watchdog a signal. */
        SIGNAL
    }

    /** The watchdog's last line. */
    record Report(int exitCode, Reason reason) {}

    private static final int REPORT_ROOM = 128;
    // Two of these fit in a result of 256 KiB.
    private static final int ROOM = 120 * 1024;

    private final String id;
    private final Process watchdog;
    private final OutputStream control;
    private final @Nullable Path input;
    private final int limit;
    private final Tail stdout;
    private final Tail stderr;
    private final byte[] buffer = new byte[16 * 1024];

    /** Takes over a started watchdog, which runs nothing before the first {@link #lease}. */
    GuardedCommand(String id, Process watchdog, @Nullable Path input, int limit) {
        this.id = id;
        this.watchdog = watchdog;
        this.control = watchdog.getOutputStream();
        this.input = input;
        this.limit = limit;
        this.stdout = new Tail(limit);
        this.stderr = new Tail(limit + REPORT_ROOM);
    }

    /** Says how long the lease lasts from {@link Moment} {@code now} on. Throws if nobody listens: the watchdog has ended, or was killed. */
    void lease(Duration remaining, String now) throws IOException {
        tell("lease", remaining, now);
    }

    /** Asks the command to stop, and has it killed {@code grace} after {@code now}. */
    void stop(Duration grace, String now) throws IOException {
        tell("stop", grace, now);
    }

    private void tell(String word, Duration time, String now) throws IOException {
        String line = word + " " + Math.max(0, time.toMillis()) + " " + now + "\n";
        control.write(line.getBytes(StandardCharsets.US_ASCII));
        control.flush();
    }

    /** Waits for the end, at most {@code patience}, and keeps the output flowing meanwhile. */
    boolean ended(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        long pause = 1;
        while (true) {
            boolean over = watchdog.waitFor(pause, TimeUnit.MILLISECONDS);
            pause = pump() ? 1 : Math.min(pause * 2, 50);
            if (over) {
                return true;
            }
            long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            if (left <= 0) {
                return false;
            }
            pause = Math.min(pause, left);
        }
    }

    private boolean pump() {
        boolean moved = pump(watchdog.getInputStream(), stdout);
        return pump(watchdog.getErrorStream(), stderr) || moved;
    }

    private boolean pump(InputStream from, Tail to) {
        boolean moved = false;
        try {
            // Bounded: with a command that writes faster than this reads, the lease still has to be told in time.
            for (int round = 0; round < 64 && from.available() > 0; round++) {
                int length = from.read(buffer, 0, Math.min(buffer.length, from.available()));
                if (length < 0) {
                    return moved;
                }
                to.append(buffer, length);
                moved = true;
            }
        } catch (IOException e) {
            return moved; // closed at the end of the process, with all that was in it read before
        }
        return moved;
    }

    /** What the watchdog said last; empty if it was killed and could not. Valid once {@link #ended}. */
    Optional<Report> report() {
        byte[] bytes = stderr.bytes();
        int at = reportAt(bytes);
        String[] words = new String(bytes, at, bytes.length - at, StandardCharsets.ISO_8859_1)
                .strip()
                .split(" ", -1);
        if (words.length != 3) {
            return Optional.empty();
        }
        Reason reason = switch (words[2]) {
            case "ended" -> Reason.ENDED;
            case "killed" -> Reason.KILLED;
            default -> Reason.SIGNAL;
        };
        return Optional.of(new Report(Integer.parseInt(words[1]), reason));
    }

    /** Where the watchdog's line begins; the end if there is none. */
    private int reportAt(byte[] bytes) {
        int at = new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf("\n" + id + " ");
        return at < 0 ? bytes.length : at;
    }

    StorableText stdout() {
        StorableText kept = StorableText.endOf(stdout.bytes(), limit, ROOM);
        return new StorableText(kept.text(), kept.cut() || stdout.written() > limit);
    }

    StorableText stderr() {
        byte[] bytes = stderr.bytes();
        StorableText kept = StorableText.endOf(Arrays.copyOf(bytes, reportAt(bytes)), limit, ROOM);
        return new StorableText(kept.text(), kept.cut() || stderr.written() > bytes.length);
    }

    /**
     * Kills the command and its descendants, whatever has become of the watchdog: the end of the control pipe makes its reader
     * kill, SIGTERM the shell that waits for the command, and if neither is there any more, the mark is left.
     */
    void kill() {
        closeControl();
        watchdog.destroy();
        MarkedProcesses.kill(id);
    }

    /** Ends the watchdog as well, if it has not ended by itself. */
    void killWatchdog() {
        kill();
        watchdog.destroyForcibly();
    }

    private void closeControl() {
        try {
            control.close();
        } catch (IOException e) {
            // Nobody reads any more: as good as closed.
        }
    }

    /** Lets go of the pipes. Whoever reads the control pipe takes that for this worker's death. */
    @Override
    public void close() {
        closeControl();
        try {
            watchdog.getInputStream().close();
            watchdog.getErrorStream().close();
            if (input != null) {
                Files.deleteIfExists(input);
            }
        } catch (IOException e) {
            // All of it is read or given up, and the file is in the directory for what is temporary.
        }
    }
}
