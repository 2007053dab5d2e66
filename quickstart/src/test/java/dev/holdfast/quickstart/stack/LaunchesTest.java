package dev.holdfast.quickstart.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchesTest {

    private final Path project;
    private final StackPlan plan;

    LaunchesTest(@TempDir Path project) {
        this.project = project;
        this.plan = StackPlan.in(new StackDirectory(project.resolve(".holdfast")), new ServiceJars(project))
                .database(new DatabaseAddress("jdbc:postgresql://db/holdfast", "ada", "secret"))
                .broker(AmqpAddress.parse("amqp://bob:hidden@mq:5673/tasks"));
    }

    @BeforeEach
    void build_a_worker() throws IOException {
        Path target = Files.createDirectories(project.resolve("worker-service/target"));
        Files.createFile(target.resolve("worker-service-1.0.jar"));
        Files.createFile(target.resolve("worker-service-1.0-exec.jar"));
    }

    @Test
    void a_service_learns_its_name_its_port_and_its_connections_from_the_environment() {
        Launch launch = new Launches(plan.port("worker-2", 1234)).of("worker-2");
        assertThat(launch.command())
                .endsWith(
                        "-jar",
                        project.resolve("worker-service/target/worker-service-1.0-exec.jar")
                                .toString());
        assertThat(launch.environment())
                .containsEntry("HOLDFAST_WORKER_NAME", "worker-2")
                .containsEntry("SERVER_PORT", "1234")
                .containsEntry("SERVER_ADDRESS", "127.0.0.1")
                .containsEntry("SPRING_DATASOURCE_URL", "jdbc:postgresql://db/holdfast")
                .containsEntry("SPRING_DATASOURCE_USERNAME", "ada")
                .containsEntry("SPRING_RABBITMQ_HOST", "mq")
                .containsEntry("SPRING_RABBITMQ_PORT", "5673")
                .containsEntry("SPRING_RABBITMQ_VIRTUAL_HOST", "tasks");
    }

    @Test
    void what_is_said_of_one_process_wins_over_what_is_said_of_its_role() {
        Launches launches = new Launches(plan.environment("worker", "A", "all")
                .environment("worker-1", "A", "one")
                .jvmArgument("worker", "-Da=all")
                .jvmArgument("worker-1", "-Da=one"));
        assertThat(launches.of("worker-1").environment()).containsEntry("A", "one");
        assertThat(launches.of("worker-1").command()).containsSubsequence("-Da=all", "-Da=one");
        assertThat(launches.of("worker-2").environment()).containsEntry("A", "all");
        assertThat(launches.of("worker-2").command()).doesNotContain("-Da=one");
    }

    @Test
    void a_port_once_chosen_stays() {
        Launches launches = new Launches(plan);
        assertThat(launches.of("worker-1").port())
                .isEqualTo(launches.of("worker-1").port());
    }

    @Test
    void existing_backing_services_are_not_started() {
        assertThat(plan.dispatchers(2).reapers(0).names())
                .containsExactly("dispatcher", "dispatcher-2", "worker-1", "worker-2");
    }

    @Test
    void what_is_not_built_is_named_with_the_command_that_builds_it() {
        assertThatThrownBy(() -> new Launches(plan).of("reaper"))
                .isInstanceOf(StackException.class)
                .hasMessageContaining("reaper-service")
                .hasMessageContaining("./mvnw");
    }
}
