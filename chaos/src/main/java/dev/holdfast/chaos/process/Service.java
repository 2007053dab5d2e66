package dev.holdfast.chaos.process;

import dev.holdfast.backing.GuardedProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One service of a cluster: how to start it, and the process that runs now, if any. The port stays the same over restarts.
 * The process dies with this JVM. Not thread-safe.
 */
public final class Service implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(90);
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    private final String name;
    private final int port;
    private final List<String> command;
    private final Path log;
    private final BooleanSupplier ready;
    private @Nullable GuardedProcess process;

    /**
     * @param port on 127.0.0.1, where it says whether it is ready
     * @param log what it prints is appended there
     */
    public Service(String name, int port, List<String> command, Path log) {
        this.name = name;
        this.port = port;
        this.command = command;
        this.log = log;
        this.ready = this::answersReady;
    }

    /**
     * One that serves no HTTP.
     *
     * @param ready whether it does its work
     */
    public Service(String name, List<String> command, Path log, BooleanSupplier ready) {
        this.name = name;
        this.port = 0;
        this.command = command;
        this.log = log;
        this.ready = ready;
    }

    public String name() {
        return name;
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    public long pid() {
        return process().pid();
    }

    public boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** Starts without waiting. */
    public Service launch() {
        return launch(Map.of());
    }

    /** Starts without waiting; the environment is added to this JVM's, for this start only. */
    public Service launch(Map<String, String> environment) {
        if (isRunning()) {
            throw new IllegalStateException(name + " runs already");
        }
        process = GuardedProcess.start(command, environment, log);
        return this;
    }

    /** Starts, and waits until it says that it is ready. */
    public Service start() {
        return launch().awaitReady();
    }

    /** Waits until it says that it is ready; fails with the end of its log if it does not. */
    public Service awaitReady() {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!isReady()) {
            if (!isRunning() || System.nanoTime() > deadline) {
                throw new AssertionError(name + " did not become ready:\n" + GuardedProcess.tail(log));
            }
            pause();
        }
        return this;
    }

    /** SIGKILL. */
    public void kill() {
        process().kill();
    }

    /** SIGSTOP: the process does nothing any more, and its connections stay open. */
    public void freeze() {
        process().signal("STOP");
    }

    /** SIGCONT. */
    public void wake() {
        process().signal("CONT");
    }

    /** SIGTERM, without waiting. */
    public void terminate() {
        process().signal("TERM");
    }

    /** The exit code, 128 and more for a signal; fails if it does not end in time. */
    public int awaitExit(Duration limit) {
        return process().awaitExit(limit);
    }

    /** SIGTERM, and waits for the end. */
    public void stop() {
        terminate();
        awaitExit(Duration.ofSeconds(60));
    }

    /** All that it wrote to its log. */
    public String logText() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (process != null) {
            process.kill();
        }
    }

    /** Whether it says now that it is ready; answers within 3 s. */
    public boolean isReady() {
        return ready.getAsBoolean();
    }

    private boolean answersReady() {
        try {
            HttpRequest request = HttpRequest.newBuilder(uri("/actuator/health/readiness"))
                    .timeout(Duration.ofSeconds(3))
                    .build();
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private GuardedProcess process() {
        if (process == null) {
            throw new IllegalStateException(name + " was never started");
        }
        return process;
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
