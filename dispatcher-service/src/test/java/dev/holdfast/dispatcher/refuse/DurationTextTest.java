package dev.holdfast.dispatcher.refuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.verification.Answers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "500ms,PT0.5S",
        "30s,PT30S",
        "10m,PT10M",
        "24h,PT24H",
        "7d,PT168H",
        "PT30S,PT30S",
        "pt1m,PT1M",
        "P1D,PT24H",
        "0s,PT0S"
    })
    void both_forms_are_read(String text, Duration duration) {
        assertThat(DurationText.parse(text)).contains(duration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "30",
                "30 s",
                "-30s",
                "1.5s",
                "1h30m",
                "soon",
                "9999999999999999s",
                "999999999999999d",
                "PT",
                "1M",
                "s"
            })
    void anything_else_is_not(String text) {
        assertThat(DurationText.parse(text)).isEmpty();
    }

    @Test
    @Answers("O23")
    void a_duration_of_any_size_that_fits_is_read() {
        assertThat(DurationText.parse("999999999999999ms")).contains(Duration.ofMillis(999_999_999_999_999L));
    }
}
