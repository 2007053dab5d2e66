package dev.holdfast.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.task.ResourceRequest.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    @Test
    void an_attempt_key_is_read_as_it_was_written() {
        AttemptKey key = new AttemptKey(TaskId.next(), 7);

        assertThat(AttemptKey.of(key.toString())).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/1",
                "1-2-3-4-5/1",
                "0190163d-8694-739b-aea5-966c26f8ad91",
                "0190163d-8694-739b-aea5-966c26f8ad91/0"
            })
    void a_text_that_is_no_attempt_key_is_refused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> AttemptKey.of(text));
    }

    @Test
    void ids_sort_by_the_time_they_were_made() {
        TaskId first = TaskId.next();
        TaskId second = TaskId.next();

        assertThat(first.toString()).isLessThan(second.toString());
        assertThat(first.value().version()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " a", "a/b", "ü", "-a"})
    void a_queue_or_type_outside_the_form_is_refused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RouteName("default", name))
                .withMessageContaining("type");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RouteName(name, "echo"))
                .withMessageContaining("queue");
    }

    @Test
    void a_resource_name_is_free_text_of_up_to_200_characters() {
        assertThat(new ResourceRequest("дом 🏠".repeat(40), Mode.SHARED).mode()).isEqualTo(Mode.SHARED);
        assertThatIllegalArgumentException().isThrownBy(() -> new ResourceRequest("🏠".repeat(201), Mode.SHARED));
        assertThatIllegalArgumentException().isThrownBy(() -> new ResourceRequest("", Mode.SHARED));
    }
}
