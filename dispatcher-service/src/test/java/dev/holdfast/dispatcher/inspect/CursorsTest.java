package dev.holdfast.dispatcher.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.dispatcher.refuse.Refusal;
import dev.holdfast.task.TaskId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorsTest {

    @Test
    void a_cursor_leads_back_to_its_task() {
        TaskId task = TaskId.next();

        assertThat(Cursors.read(Cursors.of(task))).isEqualTo(task);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "AAAA", "?", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
    void what_is_no_cursor_is_refused(String text) {
        assertThatThrownBy(() -> Cursors.read(text)).isInstanceOf(Refusal.class);
    }
}
