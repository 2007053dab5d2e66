package dev.holdfast.worker.handlers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.worker.NonRetryableException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TrialHandlersTest {

    private final RecordingContext task = new RecordingContext();

    @Test
    void echo_answers_with_its_payload() {
        JsonNode payload = JsonMapper.builder().build().readTree("{\"a\":[1,null,\"b\"]}");

        assertThat(new EchoHandler().run(payload, task)).isEqualTo(payload);
    }

    @Test
    void sleep_takes_its_time_and_says_how_far_it_is() throws Exception {
        long start = System.nanoTime();

        SleepHandler.Result result = new SleepHandler().run(new SleepHandler.Input(1100L, null), task);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(1100));
        assertThat(result.ms()).isEqualTo(1100);
        assertThat(task.progress).hasSizeBetween(2, 3).last().asString().startsWith("100 slept 11");
    }

    @Test
    void sleep_reads_durations() throws Exception {
        assertThat(new SleepHandler()
                        .run(new SleepHandler.Input(null, "5ms"), task)
                        .ms())
                .isEqualTo(5);
        assertThat(new SleepHandler()
                        .run(new SleepHandler.Input(null, "PT0.002S"), task)
                        .ms())
                .isEqualTo(2);
        assertThat(new SleepHandler()
                        .run(new SleepHandler.Input(0L, null), task)
                        .ms())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({",", "1,1s", "-1,", "9223372036854775807,", ",-1s", ",soon", ",''"})
    void sleep_refuses_what_nobody_can_sleep(Long ms, String duration) {
        assertThatThrownBy(() -> new SleepHandler().run(new SleepHandler.Input(ms, duration), task))
                .isInstanceOf(NonRetryableException.class);
    }

    @Test
    void sleep_wakes_up_at_an_interrupt_and_at_a_cancel() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> new SleepHandler().run(new SleepHandler.Input(60_000L, null), task))
                .isInstanceOf(InterruptedException.class);

        task.canceled = true;
        assertThatThrownBy(() -> new SleepHandler().run(new SleepHandler.Input(60_000L, null), task))
                .isInstanceOf(InterruptedException.class);
    }

    @Test
    void fail_fails_as_it_is_told_to() {
        assertThatThrownBy(() -> new FailHandler().run(new FailHandler.Input(null, null, null), task))
                .isInstanceOf(FailHandler.AskedForException.class)
                .hasMessage("failed, as asked for");
        assertThatThrownBy(() -> new FailHandler().run(new FailHandler.Input("no", false, null), task))
                .isInstanceOf(NonRetryableException.class)
                .hasMessage("no");
    }

    @Test
    void fail_succeeds_after_so_many_times() throws Exception {
        FailHandler.Input twice = new FailHandler.Input("no", true, 2);
        task.attempt = 2;
        assertThatThrownBy(() -> new FailHandler().run(twice, task)).hasMessage("no");
        task.attempt = 3;

        assertThat(new FailHandler().run(twice, task).attempt()).isEqualTo(3);
    }
}
