package dev.holdfast.scenario;

import static dev.holdfast.scenario.Waiting.seconds;
import static dev.holdfast.scenario.Waiting.until;
import static dev.holdfast.scenario.Waiting.untilState;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.chaos.process.Service;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A command, its child and its orphaned grandchild, judged by their process ids and by what they wrote until when. */
class ExecScenario {

    private final Cluster cluster = Cluster.withReaper();
    private final String queue = Cluster.newName("exec");
    private Service worker;
    private String task;
    private Set<Path> others;

    @BeforeEach
    void runACommand() {
        worker = cluster.worker(
                queue, "holdfast.worker.queues=" + queue, "holdfast.worker.heartbeat=1s", "holdfast.worker.ttl=6s");
        others = Set.of();
        others = Set.copyOf(tickFiles());
        worker.start();
        task = cluster.client().submit(Submission.ticker(600).in(queue).exclusive(queue));
        until("three processes tick", seconds(20), () -> pids().size() == 3);
    }

    @AfterEach
    void stop() {
        cluster.closeWorkers();
        // Whatever the test found, it leaves nothing behind.
        pids().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }

    @Test
    void a_command_and_its_descendants_die_at_once_with_their_killed_worker() {
        List<Long> pids = pids();
        worker.kill();
        until("all are dead", seconds(2), () -> pids.stream().noneMatch(ExecScenario::isAlive));
        nothingRemains();
    }

    @Test
    void a_command_and_its_descendants_are_dead_before_the_lease_of_their_frozen_worker_ends() {
        List<Long> pids = pids();
        worker.freeze();
        Instant lease = cluster.records().leaseOf(queue);
        until("all are dead", seconds(12), () -> pids.stream().noneMatch(ExecScenario::isAlive));
        assertThat(cluster.records().now()).as("dead before the lease ended").isBefore(lease);
        nothingRemains();
        for (Path file : tickFiles()) {
            assertThat(lastTick(file))
                    .as("last sign of life in %s", file.getFileName())
                    .isBefore(lease);
        }
    }

    @Test
    void a_canceled_command_dies_with_its_descendants_and_its_worker_lives_on() {
        List<Long> pids = pids();
        assertThat(cluster.client().cancel(task)).isEqualTo(202);
        untilState(cluster, task, seconds(10), "CANCELED");
        until("all are dead", seconds(3), () -> pids.stream().noneMatch(ExecScenario::isAlive));
        assertThat(worker.isRunning()).isTrue();
        assertThat(cluster.records().attempts(task).get(0).outcome()).isEqualTo("CANCELED");
    }

    /** The watchdog's own shells end as soon as they see that what they watched is dead, not before. */
    private void nothingRemains() {
        await().atMost(seconds(2)).untilAsserted(() -> assertThat(remaining()).isEmpty());
    }

    private List<Path> tickFiles() {
        try (Stream<Path> files = Files.list(cluster.directory().resolve("ticks"))) {
            return files.filter(file -> !others.contains(file)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Long> pids() {
        return tickFiles().stream()
                .map(file -> Long.parseLong(file.getFileName().toString()))
                .toList();
    }

    /** Processes that name the directory of this cluster on their command lines, other than its services. */
    private List<String> remaining() {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> isAlive(pid))
                .map(ExecScenario::commandLine)
                .filter(line ->
                        line.contains(cluster.directory() + "/tick") && !line.contains("TrialWorkerApplication"))
                .toList();
    }

    private static boolean isAlive(long pid) {
        try {
            // The name may hold blanks and brackets: the state is what follows the last bracket.
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException gone) {
            return false;
        }
    }

    private static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"), StandardCharsets.ISO_8859_1)
                    .replace('\0', ' ');
        } catch (IOException gone) {
            return "";
        }
    }

    private static Instant lastTick(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            long nanos = Long.parseLong(lines.get(lines.size() - 1).trim());
            return Instant.ofEpochSecond(nanos / 1_000_000_000, nanos % 1_000_000_000);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
