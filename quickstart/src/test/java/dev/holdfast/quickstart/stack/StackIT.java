package dev.holdfast.quickstart.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.ConnectionFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The backing services as processes; the services of Holdfast have their scenarios in system-tests. */
class StackIT {

    private final Path dir;

    StackIT(@TempDir Path dir) {
        this.dir = dir;
    }

    @Test
    void a_killed_database_comes_back_with_its_data_on_the_same_port() throws SQLException {
        try (Stack stack = Stack.of(backingOnly())) {
            stack.start();
            try (Connection connection = connect(stack)) {
                connection.createStatement().execute("create table kept as select 1 as one");
            }
            long before = stack.process("postgres").pid();
            stack.process("postgres").kill();
            assertThat(ProcessHandle.of(before)).isEmpty();
            stack.start("postgres");
            try (Connection connection = connect(stack)) {
                connection.createStatement().execute("insert into kept values (2)");
            }
        }
    }

    @Test
    void the_broker_can_be_killed_frozen_and_started_by_name_from_elsewhere() throws Exception {
        try (Stack stack = Stack.of(backingOnly())) {
            stack.start();
            StackControl elsewhere = StackControl.of(new StackDirectory(dir));
            elsewhere.process("broker").kill();
            assertThat(elsewhere.status())
                    .extracting(StackControl.Status::state)
                    .containsExactly("ready", "not running");
            elsewhere.start("broker");
            elsewhere.process("broker").freeze();
            Awaitility.await().until(() -> stack.process("broker").isFrozen());
            elsewhere.process("broker").thaw();
            ConnectionFactory factory = new ConnectionFactory();
            factory.setUri(stack.broker().uri());
            factory.newConnection().close();
        }
    }

    @Test
    void nothing_runs_after_close_even_what_was_frozen() {
        Stack stack = Stack.of(backingOnly());
        long postgres;
        long broker;
        try (stack) {
            stack.start();
            postgres = stack.process("postgres").pid();
            broker = stack.process("broker").pid();
            stack.process("broker").freeze();
        }
        assertThat(ProcessHandle.of(postgres)).isEmpty();
        assertThat(ProcessHandle.of(broker)).isEmpty();
        assertThat(Files.exists(new StackDirectory(dir).pidFile("broker"))).isFalse();
    }

    @Test
    void the_guard_ends_what_a_killed_starter_left() {
        StackDirectory directory = new StackDirectory(dir).create();
        Guard guard = Guard.over(directory);
        new StackProcess(directory, "worker-1")
                .launch(new Launch("worker-1", java.util.List.of("sleep", "600"), java.util.Map.of(), 1));
        assertThat(new StackProcess(directory, "worker-1").isAlive()).isTrue();
        guard.abandon();
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(() -> !new StackProcess(directory, "worker-1").isAlive());
    }

    @Test
    void a_process_that_ends_at_once_is_an_error_with_the_end_of_its_log() {
        StackPlan plan = backingOnly().jvmArgument("broker", "-XX:NoSuchOption");
        try (Stack stack = Stack.of(plan)) {
            assertThatThrownBy(stack::start)
                    .isInstanceOf(StackException.class)
                    .hasMessageContaining("broker ended before it was ready")
                    .hasMessageContaining("NoSuchOption");
        }
    }

    private StackPlan backingOnly() {
        return StackPlan.in(new StackDirectory(dir), new ServiceJars(dir))
                .dispatchers(0)
                .reapers(0)
                .workers(0);
    }

    private static Connection connect(Stack stack) throws SQLException {
        DatabaseAddress database = stack.database();
        return DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
    }
}
