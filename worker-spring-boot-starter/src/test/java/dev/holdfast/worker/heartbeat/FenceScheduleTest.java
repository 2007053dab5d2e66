package dev.holdfast.worker.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.worker.heartbeat.FenceSchedule.Step;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FenceScheduleTest {

    private final FenceSchedule schedule = new FenceSchedule(Duration.ofSeconds(3), Duration.ofSeconds(1));

    @Test
    void interrupts_three_seconds_before_the_end_and_halts_one_second_before() {
        assertThat(schedule.at(Duration.ofSeconds(10))).isEqualTo(Step.NOTHING);
        assertThat(schedule.at(Duration.ofMillis(3001))).isEqualTo(Step.NOTHING);
        assertThat(schedule.at(Duration.ofSeconds(3))).isEqualTo(Step.INTERRUPT);
        assertThat(schedule.at(Duration.ofMillis(1001))).isEqualTo(Step.INTERRUPT);
        assertThat(schedule.at(Duration.ofSeconds(1))).isEqualTo(Step.HALT);
    }

    @Test
    void a_process_that_slept_past_its_lease_halts_at_once() {
        assertThat(schedule.at(Duration.ofSeconds(-60))).isEqualTo(Step.HALT);
    }
}
