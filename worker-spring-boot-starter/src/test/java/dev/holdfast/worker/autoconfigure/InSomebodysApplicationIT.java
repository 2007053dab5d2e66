package dev.holdfast.worker.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.task.AttemptKey;
import dev.holdfast.worker.TaskContext;
import dev.holdfast.worker.TaskHandler;
import dev.holdfast.worker.join.NameTakenException;
import dev.holdfast.worker.rig.Rig;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

class InSomebodysApplicationIT {

    private final Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void a_handler_bean_is_all_it_takes_and_the_row_ends_with_the_application() {
        try (ConfigurableApplicationContext context = application("w1", rig.stateDir.toString())) {
            AttemptKey key = rig.publish(rig.rows.draft().type("greet").queued());
            rig.await(key.task(), "SUCCEEDED");
            assertThat(rig.jdbc
                            .sql("select result::text from task_done")
                            .query(String.class)
                            .single())
                    .isEqualTo("\"hello 1\"");
            assertThat(context.getBeansOfType(DataSource.class)).isEmpty();
            assertThat(status(context, "leaseHealthIndicator")).isEqualTo(Status.UP);
            assertThat(status(context, "brokerHealthIndicator")).isEqualTo(Status.UP);
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            Awaitility.await()
                    .untilAsserted(() -> assertThat(meters.get("holdfast.worker.attempts")
                                    .tag("outcome", "succeeded")
                                    .timer()
                                    .count())
                            .isEqualTo(1));
            assertThat(meters.get("holdfast.worker.slots").gauge().value()).isEqualTo(3);
        }
        assertThat(rig.jdbc.sql("select state from worker").query(String.class).single())
                .isEqualTo("STOPPED");
    }

    @Test
    void a_second_process_of_the_name_does_not_start_and_nothing_is_taken_from_the_first() {
        try (ConfigurableApplicationContext first = application("w1", rig.stateDir.toString())) {
            assertThat(first.isRunning()).isTrue();
            assertThatThrownBy(() -> application("w1", rig.stateDir + "-other").close())
                    .hasStackTraceContaining(NameTakenException.class.getName())
                    .hasStackTraceContaining("holdfast.worker.name");
            assertThat(rig.jdbc
                            .sql("select count(*) from worker where state = 'ALIVE'")
                            .query(Integer.class)
                            .single())
                    .isEqualTo(1);
        }
    }

    private static Status status(ConfigurableApplicationContext context, String indicator) {
        return Objects.requireNonNull(
                        context.getBean(indicator, HealthIndicator.class).health())
                .getStatus();
    }

    private ConfigurableApplicationContext application(String name, String stateDir) {
        Map<String, Object> properties = new HashMap<>();
        properties.putAll(rig.database.springProperties());
        properties.putAll(rig.broker.springProperties());
        properties.put("holdfast.worker.name", name);
        properties.put("holdfast.worker.slots", "3");
        properties.put("holdfast.worker.state-dir", stateDir);
        properties.put("holdfast.worker.heartbeat", Duration.ofMillis(500));
        properties.put("holdfast.worker.ttl", Duration.ofSeconds(3));
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(properties)
                .run();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Greeter.class)
    static class Application {}

    record Greeting(int n) {}

    static class Greeter implements TaskHandler<Greeting, String> {
        @Override
        public String type() {
            return "greet";
        }

        @Override
        public @Nullable String run(Greeting input, TaskContext task) {
            return "hello " + input.n();
        }
    }
}
