package dev.holdfast.quickstart.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.quickstart.client.StubDispatcher;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmitCommandIT {

    private final Path file;

    SubmitCommandIT(@TempDir Path dir) {
        file = dir.resolve("tasks.ndjson");
    }

    @Test
    void all_succeeded_ends_with_0() throws IOException {
        try (StubDispatcher dispatcher = new StubDispatcher()
                .answers(202, "{\"tasks\":[{\"id\":\"a\"}]}")
                .answers(200, "{\"state\":\"RUNNING\"}")
                .answers(200, "{\"state\":\"SUCCEEDED\"}")) {
            Output output = submit(dispatcher, "{\"type\":\"echo\"}\n");
            assertThat(output.code()).isZero();
            assertThat(output.text()).contains("1 of 1 tasks succeeded");
        }
    }

    @Test
    void one_that_failed_ends_with_1_and_is_named_by_its_line() throws IOException {
        try (StubDispatcher dispatcher = new StubDispatcher()
                .answers(202, "{\"tasks\":[{\"id\":\"a\"},{\"id\":\"b\"}]}")
                .answers(200, "{\"state\":\"SUCCEEDED\"}")
                .answers(200, "{\"state\":\"FAILED\",\"reason\":\"TIMEOUT\"}")) {
            Output output = submit(dispatcher, "{\"type\":\"echo\"}\n\n{\"type\":\"echo\"}\n");
            assertThat(output.code()).isOne();
            assertThat(output.text())
                    .contains("1 of 2 tasks succeeded")
                    .contains("line 3: task b ended FAILED (TIMEOUT)");
        }
    }

    @Test
    void a_bad_line_ends_with_2_and_nothing_is_submitted() throws IOException {
        try (StubDispatcher dispatcher = new StubDispatcher()) {
            Output output = submit(dispatcher, "{\"type\":\"echo\"}\n{\"type\":\n");
            assertThat(output.code()).isEqualTo(2);
            assertThat(output.text()).contains("line 2: not JSON");
            assertThat(dispatcher.requests()).isEmpty();
        }
    }

    @Test
    void what_the_dispatcher_refuses_by_index_is_named_by_line() throws IOException {
        try (StubDispatcher dispatcher = new StubDispatcher()
                .answers(
                        422,
                        "{\"title\":\"Bad\",\"errors\":[{\"field\":\"tasks[1].priority\",\"message\":\"must be between 0 and 9\"}]}")) {
            Output output = submit(dispatcher, "{\"type\":\"echo\"}\n# remark\n{\"type\":\"echo\",\"priority\":12}\n");
            assertThat(output.code()).isEqualTo(2);
            assertThat(output.text()).contains("line 3: priority must be between 0 and 9");
        }
    }

    private record Output(int code, String text) {}

    private Output submit(StubDispatcher dispatcher, String content) throws IOException {
        Files.writeString(file, content);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream captured = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        PrintStream out = System.out;
        PrintStream err = System.err;
        System.setOut(captured);
        System.setErr(captured);
        try {
            int code = HoldfastCommand.commandLine().execute("submit", "--url", dispatcher.url(), file.toString());
            return new Output(code, bytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }
}
