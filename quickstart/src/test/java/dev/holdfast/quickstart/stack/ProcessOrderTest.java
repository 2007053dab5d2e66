package dev.holdfast.quickstart.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessOrderTest {

    @Test
    void backing_services_come_first_and_numbers_count_as_numbers() {
        assertThat(
                        List.of("worker-10", "reaper", "worker-2", "broker", "dispatcher-2", "dispatcher", "postgres")
                                .stream()
                                .sorted(ProcessOrder.OF_START))
                .containsExactly("postgres", "broker", "dispatcher", "dispatcher-2", "reaper", "worker-2", "worker-10");
    }

    @Test
    void an_unknown_name_is_refused_with_the_known_ones() {
        assertThatThrownBy(() -> Role.of("wroker-1")).hasMessageContaining("worker-1");
    }
}
