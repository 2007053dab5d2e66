package dev.holdfast.worker.handlers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.verification.Answers;
import dev.holdfast.worker.NonRetryableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a command gets and gives. */
@Timeout(60)
class ExecCommandIT {

    private final ExecRig rig = new ExecRig(Path.of("/bin/sh"));

    @Test
    void a_command_gets_its_arguments_as_they_are() throws Exception {
        ExecResult result = rig.run("printf '<%s>' \"$@\"", "zero", "two words", "$(id)", "*", "", "a\nb", "'\"\\");

        assertThat(result.stdout()).isEqualTo("<two words><$(id)><*><><a\nb><'\"\\>");
        assertThat(result.exitCode()).isZero();
        assertThat(result.stderr()).isEmpty();
    }

    @Test
    void a_command_knows_its_attempt_and_nothing_of_the_worker() throws Exception {
        rig.task.attempt = 3;

        ExecResult result = rig.run("env");

        assertThat(result.stdout().lines())
                .contains(
                        "HOLDFAST_TASK_ID=" + rig.task.taskId,
                        "HOLDFAST_ATTEMPT=3",
                        "HOLDFAST_FENCING_TOKEN=4711",
                        "HOLDFAST_WORKER=worker-7",
                        "LANG=C");
        assertThat(result.stdout().lines().map(line -> line.substring(0, line.indexOf('='))))
                .isSubsetOf(
                        "HOLDFAST_TASK_ID",
                        "HOLDFAST_ATTEMPT",
                        "HOLDFAST_FENCING_TOKEN",
                        "HOLDFAST_WORKER",
                        "HOLDFAST_EXEC_ID",
                        "PATH",
                        "HOME",
                        "LANG",
                        "PWD",
                        "OLDPWD",
                        "SHLVL",
                        "_");
    }

    @Test
    void a_command_has_no_pipe_of_the_watchdog() throws Exception {
        ExecResult result = rig.run("ls /proc/$$/fd; readlink /proc/$$/fd/0");

        assertThat(result.stdout()).isEqualTo("0\n1\n2\n/dev/null\n");
    }

    @Test
    void a_command_reads_what_the_payload_gives_it() throws Exception {
        String text = "Zeile mit ü\n".repeat(20_000) + "no end of line";

        ExecResult result = rig.runWithInput(text, "wc -c; readlink /proc/$$/fd/0");

        assertThat(result.stdout()).startsWith((text.length() + 20_000) + "\n").endsWith("(deleted)\n");
    }

    @Test
    void of_a_long_output_the_end_is_kept() throws Exception {
        ExecResult result = rig.run("head -c 50000000 /dev/zero | tr '\\0' x; echo end; echo warned >&2");

        assertThat(result.stdout()).hasSize(4096).endsWith("xxxend\n");
        assertThat(result.stdoutCut()).isTrue();
        assertThat(result.stderr()).isEqualTo("warned\n");
        assertThat(result.stderrCut()).isFalse();
    }

    @Test
    void a_long_standard_error_is_cut_like_the_output() throws Exception {
        ExecResult result = rig.run("head -c 4096 /dev/zero | tr '\\0' e >&2");

        assertThat(result.stderr()).hasSize(4096);
        assertThat(result.stderrCut()).isFalse();

        result = rig.run("head -c 4097 /dev/zero | tr '\\0' e >&2");

        assertThat(result.stderr()).hasSize(4096);
        assertThat(result.stderrCut()).isTrue();
    }

    @Test
    void another_exit_code_than_zero_fails_the_attempt_with_the_end_of_its_errors() {
        CommandFailedException failure = catchThrowableOfType(
                CommandFailedException.class, () -> rig.run("echo fine; echo 'no such repository' >&2; exit 23"));

        assertThat(failure.exitCode()).isEqualTo(23);
        assertThat(failure).hasMessage("sh ended with exit code 23: no such repository");
    }

    @Test
    @Answers("S9")
    void a_command_killed_by_somebody_else_failed_and_was_not_interrupted() {
        assertThatThrownBy(() -> rig.run("kill -9 $$"))
                .isInstanceOf(CommandFailedException.class)
                .hasMessage("sh ended with exit code 137 (signal 9)");
    }

    @Test
    void a_command_may_close_all_it_was_given_and_is_still_awaited() throws Exception {
        long start = System.nanoTime();

        ExecResult result = rig.run("exec 0<&- 1>&- 2>&-; sleep 1; exit 0");

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        assertThat(result.stdout()).isEmpty();
    }

    @Test
    void a_short_command_is_not_held_up() throws Exception {
        rig.run("true");
        long start = System.nanoTime();

        for (int i = 0; i < 20; i++) {
            rig.run("true");
        }

        assertThat(Duration.ofNanos(System.nanoTime() - start).dividedBy(20)).isLessThan(Duration.ofMillis(200));
        assertThat(rig.running.count()).isZero();
    }

    @Test
    void what_is_not_on_the_list_is_refused_for_good() {
        assertThatThrownBy(() -> rig.run(new ExecInput("rm", List.of("-rf", "/"), null, null)))
                .isInstanceOf(NonRetryableException.class)
                .hasMessage("this worker allows no command named rm");
        assertThatThrownBy(() -> rig.run(new ExecInput("/bin/sh", null, null, null)))
                .isInstanceOf(NonRetryableException.class);
        assertThatThrownBy(() -> rig.run(new ExecInput(null, null, null, null)))
                .isInstanceOf(NonRetryableException.class)
                .hasMessage("the payload names no command");
        assertThatThrownBy(() -> rig.run(new ExecInput("sh", List.of("a\0b"), null, null)))
                .isInstanceOf(NonRetryableException.class);
    }

    @Test
    void a_command_runs_where_it_is_configured_to() throws Exception {
        assertThat(rig.run("pwd").stdout().strip())
                .isEqualTo(Path.of("").toAbsolutePath().toRealPath().toString());
    }
}
