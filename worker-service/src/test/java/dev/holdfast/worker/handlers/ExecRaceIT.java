package dev.holdfast.worker.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Ends that meet each other at any moment: none is lost, and nothing is left. */
@Timeout(120)
@ParameterizedClass
@MethodSource("dev.holdfast.worker.handlers.ExecRig#shells")
class ExecRaceIT {

    private static final int ROUNDS = Integer.getInteger("holdfast.test.rounds", 20);

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    private final Path shell;
    private final Path directory;

    ExecRaceIT(Path shell, @TempDir Path directory) {
        this.shell = shell;
        this.directory = directory;
    }

    @Test
    void many_short_commands_side_by_side_all_end_well() throws Exception {
        ExecRig rig = new ExecRig(shell);
        rig.task.renewingLease(Duration.ofSeconds(20));
        List<ExecRig.Run> runs = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            runs.add(rig.start("echo $PPID"));
        }
        for (ExecRig.Run run : runs) {
            long watchdog = Long.parseLong(run.result()
                    .get(30, java.util.concurrent.TimeUnit.SECONDS)
                    .stdout()
                    .strip());
            assertThat(Processes.inSessionOf(watchdog)).isEmpty();
        }
    }

    @Test
    void an_interrupt_at_any_moment_leaves_nothing() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            ExecRig rig = new ExecRig(shell);
            Path pids = directory.resolve("pids" + i);
            ExecRig.Run run = rig.start("echo $PPID > " + pids + "; echo $$ >> " + pids + "; sleep 300");
            Thread.sleep(random.nextInt(40));

            run.interrupt();

            assertThat(run.failure(Duration.ofSeconds(5))).as("seed %s", seed).isInstanceOf(InterruptedException.class);
            for (long pid : pidsIn(pids)) {
                assertThat(Processes.alive(pid))
                        .as("seed %s, pid %s", seed, pid)
                        .isFalse();
                assertThat(Processes.inSessionOf(pid))
                        .as("seed %s, pid %s", seed, pid)
                        .isEmpty();
            }
        }
    }

    @Test
    void the_end_of_the_control_pipe_at_any_moment_leaves_nothing() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            ExecRig rig = new ExecRig(shell);
            Path pids = directory.resolve("pids" + i);
            ExecRig.Run run = rig.start("echo $PPID > " + pids + "; echo $$ >> " + pids + "; sleep 300");
            while (rig.running.count() == 0) {
                Thread.onSpinWait();
            }
            Thread.sleep(random.nextInt(20));

            rig.running.killAll();

            assertThat(run.failure(Duration.ofSeconds(5))).as("seed %s", seed).isNotNull();
            for (long pid : pidsIn(pids)) {
                Processes.awaitDead(List.of(pid), Duration.ofMillis(500));
                Processes.awaitDead(Processes.inSessionOf(pid), Duration.ofMillis(500));
            }
        }
    }

    private static List<Long> pidsIn(Path file) throws Exception {
        // Whoever writes it is dead by now.
        return java.nio.file.Files.exists(file)
                ? java.nio.file.Files.readAllLines(file).stream()
                        .map(Long::valueOf)
                        .toList()
                : List.of();
    }
}
