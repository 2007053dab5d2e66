package dev.holdfast.worker.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A command does not outlive its worker, and not the lease of a worker that cannot see to it. */
@Timeout(60)
@ParameterizedClass
@MethodSource("dev.holdfast.worker.handlers.ExecRig#shells")
class ExecWorkerDeathIT {

    /** Ignores what it can, and has a daemon; writes the pids of its watchdog, the daemon and itself. */
    private static final String STUBBORN = "trap '' TERM HUP INT; echo $PPID >> %1$s;"
            + "(setsid sh -c 'echo $$ >> %1$s; sleep 300 & sleep 300' &);"
            + "until [ $(wc -l < %1$s) = 2 ]; do sleep 0.01; done; echo $$ >> %1$s; while :; do sleep 0.05; done";

    private final Path shell;
    private final Path directory;

    ExecWorkerDeathIT(Path shell, @TempDir Path directory) {
        this.shell = shell;
        this.directory = directory;
    }

    private final List<Process> started = new ArrayList<>();
    private List<Long> pids = List.of();

    private ExecInAnotherJvm.Started startWorker(Duration lease) throws Exception {
        Path file = directory.resolve("pids");
        ExecInAnotherJvm.Started worker = ExecInAnotherJvm.start(shell, STUBBORN.formatted(file), lease);
        started.add(worker.process());
        pids = Processes.written(file, 3);
        return worker;
    }

    @AfterEach
    void end_what_a_failed_test_left() throws Exception {
        for (Process worker : started) {
            worker.destroyForcibly().waitFor();
        }
        for (long pid : pids) {
            if (Processes.alive(pid)) {
                Processes.signal("KILL", pid);
            }
        }
    }

    @Test
    void a_killed_worker_takes_its_command_along_at_once() throws Exception {
        ExecInAnotherJvm.Started worker = startWorker(Duration.ofSeconds(30));
        List<Long> family = Processes.inSessionOf(pids.get(0));
        assertThat(family).as("watchdog, reader, timer, sleep").hasSize(4);

        worker.signal("KILL");

        Processes.awaitDead(pids, Duration.ofSeconds(1));
        Processes.awaitDead(family, Duration.ofSeconds(1));
    }

    @Test
    void a_frozen_worker_does_not_keep_its_command_beyond_the_lease() throws Exception {
        ExecInAnotherJvm.Started worker = startWorker(Duration.ofSeconds(6));
        List<Long> family = Processes.inSessionOf(pids.get(0));
        worker.signal("STOP");
        assertThat(worker.leaseLeft()).as("the machine was slow").isGreaterThan(Duration.ofMillis(2500));

        Processes.awaitDead(pids, Duration.ofSeconds(6));

        assertThat(worker.leaseLeft()).isBetween(Duration.ofMillis(1500), Duration.ofMillis(2500));
        Processes.awaitDead(family, Duration.ofSeconds(1));
    }

    @Test
    void a_worker_killed_while_frozen_takes_its_command_along_at_once() throws Exception {
        ExecInAnotherJvm.Started worker = startWorker(Duration.ofSeconds(30));
        worker.signal("STOP");

        worker.signal("KILL");

        Processes.awaitDead(pids, Duration.ofSeconds(1));
    }
}
