package dev.holdfast.worker.handlers;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.springframework.util.unit.DataSize;

/** An {@code exec} handler that may run one command, {@code sh}, with what a test wants done as its script. */
final class ExecRig {

    static final Duration GRACE = Duration.ofMillis(1500);

    final RunningCommands running = new RunningCommands();
    final RecordingContext task = new RecordingContext();
    private final ExecHandler handler;

    ExecRig(Path shell) {
        handler = new ExecHandler(
                properties(), new ExecTimes(Duration.ofSeconds(2), GRACE), "worker-7", new Watchdogs(shell), running);
    }

    /** The shells on this machine that have to be able to run the watchdog. */
    static Stream<Path> shells() throws IOException {
        Set<Path> shells = new LinkedHashSet<>();
        for (String shell : List.of("/bin/sh", "/bin/dash", "/bin/bash")) {
            if (Files.isExecutable(Path.of(shell))) {
                shells.add(Path.of(shell).toRealPath());
            }
        }
        return shells.stream();
    }

    static ExecProperties properties() {
        ExecProperties.Command sh =
                new ExecProperties.Command(Path.of("/bin/sh"), List.of("-c"), null, Map.of("LANG", "C"));
        return new ExecProperties(Map.of("sh", sh), DataSize.ofKilobytes(4), null, List.of("PATH", "HOME"));
    }

    ExecResult run(String script, String... arguments) throws Exception {
        return handler.run(new ExecInput("sh", line(script, arguments), null, null), task);
    }

    ExecResult runWithInput(String stdin, String script) throws Exception {
        return handler.run(new ExecInput("sh", List.of(script), stdin, null), task);
    }

    ExecResult run(ExecInput input) throws Exception {
        return handler.run(input, task);
    }

    private static List<String> line(String script, String... arguments) {
        return Stream.concat(Stream.of(script), Stream.of(arguments)).toList();
    }

    /** Runs in a thread of its own, as in a worker. */
    Run start(String script) {
        CompletableFuture<ExecResult> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(run(script));
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        thread.start();
        return new Run(thread, result);
    }

    record Run(Thread thread, CompletableFuture<ExecResult> result) {

        void interrupt() {
            thread.interrupt();
        }

        boolean isOver() {
            return result.isDone();
        }

        /** What the handler threw; fails if it does not end in time, or ends well. */
        Throwable failure(Duration most) throws Exception {
            try {
                throw new AssertionError("ended with " + result.get(most.toMillis(), TimeUnit.MILLISECONDS));
            } catch (ExecutionException e) {
                return requireNonNull(e.getCause());
            } catch (CompletionException e) {
                return requireNonNull(e.getCause());
            }
        }
    }
}
