package dev.holdfast.worker.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.verification.Answers;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkerSettingsTest {

    @Test
    void the_margins_of_the_fence_follow_the_ttl() {
        WorkerSettings settings = settings(Duration.ofSeconds(2), Duration.ofSeconds(10));
        assertThat(settings.interruptMargin()).isEqualTo(Duration.ofSeconds(3));
        assertThat(settings.haltMargin()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void a_heartbeat_that_leaves_no_second_try_before_the_fence_is_refused() {
        assertThatThrownBy(() -> settings(Duration.ofSeconds(4), Duration.ofSeconds(10)))
                .hasMessageContaining("holdfast.worker.heartbeat");
    }

    @Test
    @Answers("O39")
    void a_name_that_is_no_file_name_is_refused() {
        assertThatThrownBy(() -> new WorkerSettings(
                        "../w",
                        1,
                        Set.of("default"),
                        null,
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(10),
                        Duration.ZERO,
                        Duration.ZERO,
                        false,
                        null,
                        null,
                        true,
                        false))
                .hasMessageContaining("holdfast.worker.name");
    }

    private static WorkerSettings settings(Duration heartbeat, Duration ttl) {
        return new WorkerSettings(
                null,
                1,
                Set.of("default"),
                null,
                heartbeat,
                ttl,
                Duration.ZERO,
                Duration.ZERO,
                false,
                null,
                null,
                true,
                false);
    }
}
