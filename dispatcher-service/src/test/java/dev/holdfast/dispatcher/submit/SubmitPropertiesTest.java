package dev.holdfast.dispatcher.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.task.WorkerLostPolicy;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class SubmitPropertiesTest {

    @Test
    void durations_and_types_are_read_as_written_in_the_documentation() {
        SubmitProperties properties = bind(Map.of(
                "holdfast.dispatcher.defaults.timeout", "10m",
                "holdfast.dispatcher.types.sync.timeout", "PT30S",
                "holdfast.dispatcher.types[report.build].on-worker-lost", "CANCEL",
                "holdfast.dispatcher.types.sync.backoff.initial", "500ms"));

        assertThat(properties.policies("other").timeout()).isEqualTo(Duration.ofMinutes(10));
        assertThat(properties.policies("sync").timeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(properties.policies("sync").backoff().initial()).isEqualTo(Duration.ofMillis(500));
        assertThat(properties.policies("report.build").onWorkerLost()).isEqualTo(WorkerLostPolicy.CANCEL);
        assertThat(properties.policies("report.build").timeout()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void a_type_whose_settings_contradict_those_of_all_types_stops_the_start() {
        assertThatThrownBy(() -> bind(Map.of(
                        "holdfast.dispatcher.defaults.backoff.max", "10s",
                        "holdfast.dispatcher.types.sync.backoff.initial", "1m")))
                .rootCause()
                .hasMessage("holdfast.dispatcher.types.sync.backoff.max must be between backoff.initial and 365d");
    }

    @Test
    void a_batch_that_may_be_smaller_than_a_task_stops_the_start() {
        assertThatThrownBy(() -> bind(Map.of("holdfast.dispatcher.max-batch-body", "512KB")))
                .rootCause()
                .hasMessageContaining(
                        "holdfast.dispatcher.max-body must be at least 512KB and not above max-batch-body");
    }

    private static SubmitProperties bind(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("holdfast.dispatcher", SubmitProperties.class);
    }
}
