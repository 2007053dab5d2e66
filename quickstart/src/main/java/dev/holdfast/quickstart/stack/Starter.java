package dev.holdfast.quickstart.stack;

import dev.holdfast.quickstart.backing.Logs;
import dev.holdfast.quickstart.backing.PostgresCluster;
import dev.holdfast.quickstart.backing.Signals;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Starts processes and waits until they are ready. One that ends or is not ready in time is an error that carries the end
 * of its log.
 */
final class Starter {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final int LOG_LINES = 30;
    private static final int POSTGRES_TRIES = 20;

    private final StackDirectory directory;

    Starter(StackDirectory directory) {
        this.directory = directory;
    }

    /** Starts the process and returns at once. */
    void launch(Launch launch) {
        if (launch.role() == Role.POSTGRES) {
            PostgresCluster cluster = cluster(launch);
            cluster.initialize();
            cluster.running().ifPresent(left -> Signals.stopPostgres(left, Role.POSTGRES.stopLimit()));
        }
        new StackProcess(directory, launch.name()).launch(launch);
    }

    /** Waits for a launched process to be ready. */
    void awaitReady(Launch launch, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        int relaunches = 0;
        while (true) {
            String problem = problemOf(launch);
            if (problem == null) {
                return;
            }
            if (!new StackProcess(directory, launch.name()).isAlive()) {
                boolean endedByItself = Files.exists(directory.pidFile(launch.name()));
                // Processes of a killed server hold its shared memory for a moment longer.
                if (launch.role() == Role.POSTGRES && endedByItself && ++relaunches < POSTGRES_TRIES) {
                    pause(Duration.ofMillis(500));
                    launch(launch);
                } else {
                    throw failed(launch, "ended before it was ready");
                }
            }
            if (System.nanoTime() > deadline) {
                throw failed(launch, "was not ready within " + limit.toSeconds() + " s: " + problem);
            }
            pause(POLL);
        }
    }

    /** Why the process does not serve, or null. */
    @Nullable String problemOf(Launch launch) {
        return switch (launch.role()) {
            case POSTGRES -> {
                Exception problem = cluster(launch).probe();
                yield problem == null ? null : String.valueOf(problem.getMessage());
            }
            case BROKER -> Readiness.ofBroker(launch);
            case DISPATCHER, REAPER, WORKER -> Readiness.ofService(launch);
        };
    }

    private PostgresCluster cluster(Launch launch) {
        return new PostgresCluster(directory.data().resolve("postgres"), launch.port(), 100, List.of());
    }

    private StackException failed(Launch launch, String what) {
        return new StackException(launch.name() + " " + what + "\n--- the end of "
                + directory.logFile(launch.name()) + "\n"
                + Logs.tail(directory.logFile(launch.name()), LOG_LINES) + "\n---");
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackException("interrupted while waiting for a process", e);
        }
    }
}
