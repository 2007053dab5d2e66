package dev.holdfast.scenario;

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
import org.jspecify.annotations.Nullable;

/** One service of a cluster: how to start it, and the process that runs now, if any. The port stays the same. */
final class Service implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(90);
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    private final String name;
    private final int port;
    private final List<String> command;
    private final Path log;
    private @Nullable GuardedProcess process;

    Service(String name, int port, List<String> command, Path log) {
        this.name = name;
        this.port = port;
        this.command = command;
        this.log = log;
    }

    String name() {
        return name;
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    long pid() {
        return process().pid();
    }

    boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** Starts without waiting. */
    Service launch() {
        if (isRunning()) {
            throw new IllegalStateException(name + " runs already");
        }
        process = GuardedProcess.start(command, Map.of(), log);
        return this;
    }

    /** Starts, and waits until it says that it is ready. */
    Service start() {
        return launch().awaitReady();
    }

    Service awaitReady() {
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
    void kill() {
        process().kill();
    }

    /** SIGSTOP: the process does nothing any more, and its connections stay open. */
    void freeze() {
        process().signal("STOP");
    }

    /** SIGCONT. */
    void wake() {
        process().signal("CONT");
    }

    /** SIGTERM, without waiting. */
    void terminate() {
        process().signal("TERM");
    }

    int awaitExit(Duration limit) {
        return process().awaitExit(limit);
    }

    /** SIGTERM, and waits for the end. */
    void stop() {
        terminate();
        awaitExit(Duration.ofSeconds(60));
    }

    /** All that it wrote to its log. */
    String logText() {
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

    private boolean isReady() {
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
