package dev.holdfast.worker.finish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.verification.Answers;
import org.junit.jupiter.api.Test;

class TextsTest {

    @Test
    @Answers("O22")
    void what_the_database_cannot_store_is_replaced_and_what_is_endless_is_cut() {
        assertThat(Texts.clean("a\u0000b\uD800c", 100)).isEqualTo("a\uFFFDb\uFFFDc");
        assertThat(Texts.clean("\uD83D\uDE00", 100)).isEqualTo("\uD83D\uDE00");
        assertThat(Texts.clean("x".repeat(1000), 10)).hasSize(10);
    }
}
