package dev.holdfast.worker.handlers;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.worker.ChildProcesses;
import dev.holdfast.worker.TaskHandler;
import dev.holdfast.worker.join.WorkerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class HandlersConfigurationTest {

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withUserConfiguration(HandlersConfiguration.class);

    @Test
    void all_built_in_handlers_are_there_without_any_configuration() {
        application.run(context -> {
            assertThat(context.getBeansOfType(TaskHandler.class).values())
                    .extracting(TaskHandler::type)
                    .containsExactlyInAnyOrder("echo", "sleep", "fail", "exec", "http");
            assertThat(context).hasSingleBean(ChildProcesses.class);
            ExecProperties exec = context.getBean(ExecProperties.class);
            assertThat(exec.commands()).isEmpty();
            assertThat(exec.outputLimit().toKilobytes()).isEqualTo(64);
            ExecTimes times = ExecTimes.of(context.getBean(WorkerSettings.class), exec);
            assertThat(times).isEqualTo(new ExecTimes(Duration.ofSeconds(2), Duration.ofSeconds(2)));
            assertThat(exec.inherit()).contains("PATH", "HOME");
        });
    }

    @Test
    void commands_are_read_from_the_configuration() {
        application
                .withPropertyValues(
                        "holdfast.exec.commands.mirror.path=/bin/sh",
                        "holdfast.exec.commands.mirror.args=-c,echo",
                        "holdfast.exec.commands.mirror.directory=/tmp",
                        "holdfast.exec.commands.mirror.environment.[RSYNC_RSH]=ssh -q",
                        "holdfast.exec.commands.[check.sums].path=/bin/true",
                        "holdfast.exec.output-limit=1KB")
                .run(context -> {
                    ExecProperties exec = context.getBean(ExecProperties.class);
                    ExecProperties.Command mirror =
                            requireNonNull(exec.commands().get("mirror"));
                    assertThat(mirror.program()).isEqualTo(Path.of("/bin/sh"));
                    assertThat(mirror.args()).isEqualTo(List.of("-c", "echo"));
                    assertThat(mirror.directory()).isEqualTo(Path.of("/tmp"));
                    assertThat(mirror.environment()).containsEntry("RSYNC_RSH", "ssh -q");
                    assertThat(exec.commands()).containsKey("check.sums");
                    assertThat(exec.outputLimit().toBytes()).isEqualTo(1024);
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "commands.x.path=/no/such/file | x.path is /no/such/file, which is not there on this machine",
                "commands.x.path=/proc/version | x.path is /proc/version, which is not an executable file",
                "commands.x.path=/tmp          | x.path is /tmp, which is not an executable file",
                "commands.x.path=bin/true      | x.path must be an absolute path, but is bin/true",
                "commands.x.directory=/tmp     | x.path must be an absolute path, but is null",
                "output-limit=121KB            | it must be 1B to 120KB",
                "output-limit=0B               | it must be 1B to 120KB",
                "stop-grace=5s                 | it must be shorter than holdfast.worker.stop-grace, 5000 ms"
            })
    void a_configuration_that_cannot_work_stops_the_start(String property, String message) {
        application
                .withPropertyValues("holdfast.exec." + property)
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining(message));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "allowed-urls=localhost:8080 | holdfast.http.allowed-urls contains 'localhost:8080'",
                "timeout=0s                  | holdfast.http.timeout must be longer",
                "connect-timeout=-1s         | holdfast.http.connect-timeout must be longer",
                "body-limit=1MB              | it must be 1B to 240KB"
            })
    void calls_that_cannot_work_stop_the_start(String property, String message) {
        application
                .withPropertyValues("holdfast.http." + property)
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining(message));
    }
}
