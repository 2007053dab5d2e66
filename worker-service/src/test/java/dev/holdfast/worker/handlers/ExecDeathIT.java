package dev.holdfast.worker.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.worker.LeaseEndedException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing of a command lives past its end, its cancel, its lease or its watchdog: by pid, within measured bounds. */
@Timeout(60)
@ParameterizedClass
@MethodSource("dev.holdfast.worker.handlers.ExecRig#shells")
class ExecDeathIT {

    /** Its own pid, and a daemon's: twice forked, in a session of its own, holding on to the output. */
    private static final String WITH_DAEMON = "(setsid sh -c 'echo x; echo $$ >> %1$s; (sleep 300) & sleep 300' &);"
            + " until [ -s %1$s ]; do sleep 0.01; done; echo $$ >> %1$s; ";

    private final Path shell;
    private final Path directory;

    ExecDeathIT(Path shell, @TempDir Path directory) {
        this.shell = shell;
        this.directory = directory;
    }

    private ExecRig rig() {
        return new ExecRig(shell);
    }

    private Path pids() {
        return directory.resolve("pids");
    }

    private String withDaemon(String script) {
        return WITH_DAEMON.formatted(pids()) + script;
    }

    @AfterEach
    void nothing_of_all_this_is_left() throws Exception {
        for (ProcessHandle left : MarkedProcesses.find("")) {
            if (left.info().commandLine().orElse("").contains(directory.toString())) {
                left.destroyForcibly();
            }
        }
    }

    @Test
    void what_a_command_leaves_running_ends_with_it() throws Exception {
        long start = System.nanoTime();

        ExecResult result = rig().run(withDaemon("exit 0"));

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
        assertThat(result.stdout()).isEqualTo("x\n");
        assertThat(Processes.written(pids(), 2)).noneMatch(Processes::alive);
    }

    @Test
    void a_daemon_that_cannot_be_found_does_not_hold_up_the_end() throws Exception {
        long start = System.nanoTime();

        rig().run("(setsid env -i sh -c 'echo $$ >> " + pids() + "; exec sleep 20' &);" + "until [ -s " + pids()
                + " ]; do sleep 0.01; done");

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
        Processes.signal("KILL", Processes.written(pids(), 1).get(0));
    }

    @Test
    void daemons_that_beget_daemons_are_outrun() throws Exception {
        ExecRig.Run run = rig().start(withDaemon("(setsid sh -c 'while :; do setsid sh -c \"echo \\$\\$ >> " + pids()
                + "; exec sleep 300\" & sleep 0.005; done' &); sleep 300"));
        Processes.written(pids(), 30);

        run.interrupt();

        assertThat(run.failure(ExecRig.GRACE.plusSeconds(4))).isInstanceOf(InterruptedException.class);
        assertThat(Processes.written(pids(), 30)).noneMatch(Processes::alive);
    }

    @Test
    void no_process_of_the_watchdog_is_left_after_the_end() throws Exception {
        long watchdog = Long.parseLong(rig().run("echo $PPID").stdout().strip());

        assertThat(Processes.inSessionOf(watchdog)).isEmpty();
    }

    @Test
    void an_interrupt_lets_a_command_tidy_up() throws Exception {
        ExecRig.Run run = rig().start("trap 'echo 1 >> " + pids() + "; exit 0' TERM; echo $$ >> " + pids()
                + "; while :; do sleep 0.05; done");
        long command = Processes.written(pids(), 1).get(0);
        long start = System.nanoTime();

        run.interrupt();

        assertThat(run.failure(Duration.ofSeconds(5))).isInstanceOf(InterruptedException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(ExecRig.GRACE);
        assertThat(Processes.alive(command)).isFalse();
        assertThat(Processes.written(pids(), 2)).hasSize(2);
    }

    @Test
    void a_command_that_ignores_sigterm_is_killed_when_the_grace_is_over() throws Exception {
        ExecRig.Run run = rig().start("trap '' TERM; " + withDaemon("while :; do sleep 0.05; done"));
        List<Long> pids = Processes.written(pids(), 2);
        long start = System.nanoTime();

        run.interrupt();

        assertThat(run.failure(Duration.ofSeconds(5))).isInstanceOf(InterruptedException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(ExecRig.GRACE, ExecRig.GRACE.plusMillis(700));
        assertThat(pids).noneMatch(Processes::alive);
    }

    @Test
    void a_cancel_that_is_only_shown_is_seen() throws Exception {
        ExecRig rig = rig();
        ExecRig.Run run = rig.start(withDaemon("sleep 300"));
        List<Long> pids = Processes.written(pids(), 2);

        rig.task.canceled = true;

        assertThat(run.failure(Duration.ofSeconds(2))).isInstanceOf(InterruptedException.class);
        assertThat(pids).noneMatch(Processes::alive);
    }

    @Test
    void a_second_interrupt_kills_at_once() throws Exception {
        ExecRig.Run run = rig().start("trap 'echo 1 >> " + pids() + "' TERM; echo $$ >> " + pids()
                + "; while :; do sleep 0.02; done");
        long command = Processes.written(pids(), 1).get(0);
        run.interrupt();
        Processes.written(pids(), 2);
        long start = System.nanoTime();

        run.interrupt();

        assertThat(run.failure(Duration.ofSeconds(5))).isInstanceOf(InterruptedException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(ExecRig.GRACE.minusMillis(200));
        assertThat(Processes.alive(command)).isFalse();
    }

    @Test
    void a_lease_that_is_not_renewed_kills_two_seconds_before_its_end() throws Exception {
        ExecRig rig = rig();
        rig.task.leaseFor(Duration.ofSeconds(5));
        long end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
        ExecRig.Run run = rig.start(withDaemon("trap '' TERM; while :; do sleep 0.05; done"));
        List<Long> pids = Processes.written(pids(), 2);

        Processes.awaitDead(pids, Duration.ofSeconds(5));
        Duration left = Duration.ofNanos(end - System.nanoTime());

        assertThat(left).isBetween(Duration.ofMillis(1500), Duration.ofMillis(2500));
        assertThat(run.failure(Duration.ofSeconds(1)))
                .isInstanceOf(LeaseEndedException.class)
                .hasMessage("sh was killed as the lease was about to end");
    }

    @Test
    void with_hardly_any_lease_left_nothing_is_started() throws Exception {
        ExecRig rig = rig();
        rig.task.leaseFor(Duration.ofMillis(1900));

        assertThat(rig.start("echo $$ >> " + pids()).failure(Duration.ofSeconds(1)))
                .isInstanceOf(LeaseEndedException.class);
        assertThat(pids()).doesNotExist();
    }

    @Test
    void a_lease_that_is_renewed_lets_a_command_run() throws Exception {
        ExecRig rig = rig();
        rig.task.renewingLease(Duration.ofSeconds(5));

        ExecResult result = rig.run("sleep 6; echo done");

        assertThat(result.stdout()).isEqualTo("done\n");
    }

    @Test
    void a_stop_near_the_end_of_the_lease_does_not_wait_for_the_grace() throws Exception {
        ExecRig rig = rig();
        ExecRig.Run run = rig.start("trap '' TERM; " + withDaemon("while :; do sleep 0.05; done"));
        List<Long> pids = Processes.written(pids(), 2);
        long start = System.nanoTime();
        rig.task.leaseFor(Duration.ofMillis(2300));

        run.interrupt();

        Processes.awaitDead(pids, Duration.ofSeconds(5));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
        assertThat(run.failure(Duration.ofSeconds(1))).isInstanceOf(InterruptedException.class);
    }

    @Test
    void a_killed_watchdog_takes_the_command_along() throws Exception {
        ExecRig.Run run = rig().start("echo $PPID >> " + pids() + ";" + withDaemon("sleep 300"));
        List<Long> pids = Processes.written(pids(), 3);

        Processes.signal("KILL", pids.get(0));

        Processes.awaitDead(pids, Duration.ofSeconds(1));
        assertThat(run.failure(Duration.ofSeconds(1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("watchdog of the command was killed");
    }

    @Test
    void a_killed_control_reader_takes_the_command_along() throws Exception {
        ExecRig rig = rig();
        rig.task.renewingLease(Duration.ofSeconds(10));
        ExecRig.Run run = rig.start("echo $PPID >> " + pids() + ";" + withDaemon("sleep 300"));
        List<Long> pids = Processes.written(pids(), 3);
        long watchdog = pids.get(0);
        long reader = Processes.childrenOf(watchdog).stream()
                .filter(pid -> !pids.contains(pid))
                .findFirst()
                .orElseThrow();

        Processes.signal("KILL", reader);

        // Found out at the next look after a renewal (750 ms), then a second of patience.
        Processes.awaitDead(pids, Duration.ofMillis(2200));
        assertThat(run.failure(Duration.ofSeconds(1))).isInstanceOf(IOException.class);
    }

    @Test
    void a_watchdog_killed_with_all_its_shells_takes_the_command_along() throws Exception {
        ExecRig.Run run = rig().start("echo $PPID >> " + pids() + ";" + withDaemon("sleep 300"));
        List<Long> pids = Processes.written(pids(), 3);

        Processes.killTogether(Processes.inSessionOf(pids.get(0)));

        Processes.awaitDead(pids, Duration.ofSeconds(1));
        assertThat(run.failure(Duration.ofSeconds(1))).isInstanceOf(IOException.class);
    }

    @Test
    void a_watchdog_told_to_end_takes_the_command_along() throws Exception {
        ExecRig.Run run = rig().start("echo $PPID >> " + pids() + ";" + withDaemon("sleep 300"));
        List<Long> pids = Processes.written(pids(), 3);

        Processes.signal("TERM", pids.get(0));

        Processes.awaitDead(pids, Duration.ofSeconds(1));
        assertThat(run.failure(Duration.ofSeconds(1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("was told to stop");
        assertThat(Processes.inSessionOf(pids.get(0))).isEmpty();
    }

    @Test
    void the_fencing_thread_kills_all_commands_at_once() throws Exception {
        ExecRig rig = rig();
        ExecRig.Run first = rig.start("trap '' TERM; " + withDaemon("sleep 300"));
        ExecRig.Run second = rig.start("trap '' TERM; " + withDaemon("sleep 300"));
        List<Long> pids = Processes.written(pids(), 4);

        rig.running.killAll();

        Processes.awaitDead(pids, Duration.ofMillis(500));
        first.failure(Duration.ofSeconds(1));
        second.failure(Duration.ofSeconds(1));
        assertThat(rig.running.count()).isZero();
    }
}
