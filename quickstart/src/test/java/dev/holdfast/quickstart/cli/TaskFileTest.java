package dev.holdfast.quickstart.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskFileTest {

    @Test
    void each_line_is_a_task_and_keeps_its_number() throws Exception {
        List<TaskFile.Entry> entries = read("""
                # a remark
                {"type":"echo"}

                {"type":"sleep","payload":{"seconds":1}}
                """);
        assertThat(entries).extracting(TaskFile.Entry::line).containsExactly(2, 4);
        assertThat(entries.get(1).task().path("payload").path("seconds").asInt())
                .isEqualTo(1);
    }

    @Test
    void a_mark_at_the_begin_of_the_file_is_no_content() throws Exception {
        assertThat(read("\uFEFF{\"type\":\"echo\"}")).hasSize(1);
    }

    @Test
    void what_is_not_json_is_named_by_line_and_column() {
        assertBad("{\"type\":\"echo\"}\n{\"type\":\n", "line 2: not JSON");
        assertBad("{\"type\":\"echo\"} {\"type\":\"echo\"}", "line 1: not JSON");
    }

    @Test
    void a_line_that_is_no_task_is_named() {
        assertBad("[1]", "line 1: a task is a JSON object");
        assertBad("{\"type\":\"echo\"}\n\n{\"queue\":\"x\"}", "line 3: the task has no \"type\"");
        assertBad("{\"type\":7}", "line 1: the task has no \"type\"");
    }

    private static void assertBad(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(TaskFile.BadLine.class)
                .hasMessageContaining(message);
    }

    private static List<TaskFile.Entry> read(String text) throws Exception {
        return TaskFile.read(new StringReader(text));
    }
}
