package dev.holdfast.quickstart.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.quickstart.backing.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo's commands as the exec handler runs them: real processes, some of them killed. */
class CommandsIT {

    private static final String REPOSITORY = "atlas";

    private final Workspace workspace;
    private final DemoPlan.RepositoryPlan repository;

    CommandsIT(@TempDir Path dir) {
        workspace = new Workspace(dir.resolve("work"));
        repository = new DemoPlan.RepositoryPlan(
                REPOSITORY,
                IntStream.range(0, 60)
                        .mapToObj(i -> new DemoPlan.FilePlan("part-%d/a file %d.bin".formatted(i % 4, i), 5_000, i))
                        .toList());
    }

    @BeforeEach
    void bring_the_files() throws IOException {
        workspace.prepare();
    }

    @Test
    void a_sync_makes_an_exact_copy_that_readers_confirm_together() throws Exception {
        SortedMap<String, String> sums = workspace.make(repository);
        assertThat(run("mirror", "a#1").waitFor()).isZero();
        Process one = run("checksum", "b#1");
        Process two = run("checksum", "c#1");
        assertThat(one.waitFor()).isZero();
        assertThat(two.waitFor()).isZero();
        assertThat(Checksums.ofTree(workspace.mirror(REPOSITORY))).isEqualTo(sums);
        assertThat(OverlapJudge.judge(evidence())).isEmpty();
        assertThat(evidence().unfinished()).isEmpty();
    }

    @Test
    void a_reader_finds_a_file_that_changed_and_one_too_many() throws Exception {
        workspace.make(repository);
        assertThat(run("mirror", "a#1").waitFor()).isZero();
        Path file = workspace.mirror(REPOSITORY).resolve("part-1/a file 1.bin");
        byte[] good = Files.readAllBytes(file);
        Files.write(file, new byte[good.length]);
        assertThat(run("checksum", "b#1").waitFor()).isEqualTo(1);
        Files.write(file, good);
        Files.write(file.resolveSibling("extra"), good);
        assertThat(run("checksum", "c#1").waitFor()).isEqualTo(1);
    }

    @Test
    void whoever_should_not_be_there_is_met_and_judged() throws Exception {
        workspace.make(repository);
        Process sync = run("mirror", "a#1");
        awaitEntered("a#1");
        assertThat(run("mirror", "b#1").waitFor()).isEqualTo(99);
        assertThat(run("checksum", "c#1").waitFor()).isEqualTo(99);
        assertThat(sync.waitFor()).isZero();
        assertThat(OverlapJudge.judge(evidence()))
                .contains("atlas: b#1 met a#1 alive", "atlas: c#1 entered while a#1 was at work");
    }

    @Test
    void the_lock_of_a_killed_run_is_taken_over_once_it_is_gone() throws Exception {
        workspace.make(repository);
        Process sync = run("mirror", "a#1");
        awaitEntered("a#1");
        Awaitility.await().until(() -> Files.exists(workspace.mirror(REPOSITORY)));
        killGroup(sync);
        assertThat(run("mirror", "a#2").waitFor()).isZero();
        assertThat(run("checksum", "b#1").waitFor()).isZero();
        assertThat(evidence().lines()).contains(new Evidence.TookOver("a#2", "a#1"));
        assertThat(OverlapJudge.judge(evidence())).isEmpty();
        assertThat(evidence().unfinished()).extracting(Evidence.Entered::run).containsExactly("a#1");
    }

    @Test
    void a_killed_run_whose_ticker_lives_on_is_judged_even_if_nobody_met_it() throws Exception {
        workspace.make(repository);
        Process sync = run("mirror", "a#1");
        awaitEntered("a#1");
        // The command only, not its group: what a watchdog that misses a process would leave.
        Signals.send("KILL", sync.pid());
        sync.waitFor();
        Process second = run("mirror", "a#2");
        awaitEntered("a#2");
        assertThat(second.waitFor()).isZero();
        killGroup(sync);
        assertThat(OverlapJudge.judge(evidence())).contains("atlas: a#2 entered while a#1 was at work");
    }

    private Process run(String command, String run) throws IOException {
        String[] task = run.split("#", -1);
        ProcessBuilder builder = new ProcessBuilder(
                        List.of("setsid", workspace.command(command).toString(), REPOSITORY))
                .directory(workspace.root().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("HOLDFAST_TASK_ID", task[0]);
        builder.environment().put("HOLDFAST_ATTEMPT", task[1]);
        return builder.start();
    }

    private static void killGroup(Process leader) throws InterruptedException {
        Signals.send("KILL", -leader.pid());
        leader.waitFor(5, TimeUnit.SECONDS);
    }

    private void awaitEntered(String run) {
        Awaitility.await().until(() -> evidence().entered().contains(new Evidence.Entered(run, true)));
    }

    private Evidence evidence() throws IOException {
        return Evidence.read(REPOSITORY, workspace.evidence(REPOSITORY));
    }
}
