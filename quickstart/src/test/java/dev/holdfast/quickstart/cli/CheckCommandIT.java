package dev.holdfast.quickstart.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.quickstart.client.StubDispatcher;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandIT {

    private static final String CLEAN = "{\"ok\":true,\"invariants\":[{\"name\":\"two-ends\",\"meaning\":\"once\","
            + "\"status\":\"clean\",\"violations\":[],\"unknown\":null,\"coverage\":\"tasks: 3\"}]}";
    private static final String VIOLATED = "{\"ok\":false,\"invariants\":[{\"name\":\"two-ends\",\"meaning\":\"once\","
            + "\"status\":\"violated\",\"violations\":[{\"task\":\"t-1\",\"attempt\":1,\"resource\":\"repo:1\","
            + "\"since\":\"2026-01-01T00:00:00Z\",\"detail\":\"ended twice\"}],\"unknown\":null,\"coverage\":null}]}";

    @Test
    void a_clean_system_ends_with_0() throws IOException {
        try (StubDispatcher dispatcher = new StubDispatcher().answers(200, CLEAN)) {
            Output output = check("--url", dispatcher.url());
            assertThat(output.code()).isZero();
            assertThat(output.text())
                    .contains("two-ends", "clean", "once", "tasks: 3")
                    .doesNotContain("not looked at");
        }
    }

    @Test
    void a_violation_ends_with_1_and_is_named() throws IOException {
        try (StubDispatcher dispatcher = new StubDispatcher().answers(200, VIOLATED)) {
            Output output = check("--url", dispatcher.url());
            assertThat(output.code()).isOne();
            assertThat(output.text()).contains("violated", "t-1 on repo:1: ended twice, since 2026-01-01");
        }
    }

    @Test
    void a_repair_says_what_it_did_and_ends_by_what_is_left() throws IOException {
        String repairs =
                "[{\"invariant\":\"two-ends\",\"task\":\"t-1\",\"resource\":null,\"settled\":true,\"did\":\"mended\"}]";
        try (StubDispatcher dispatcher =
                new StubDispatcher().answers(200, "{\"repairs\":" + repairs + ",\"after\":" + CLEAN + "}")) {
            Output output = check("--url", dispatcher.url(), "--repair", "--after-failover");
            assertThat(output.code()).isZero();
            assertThat(output.text()).contains("settled", " t-1: mended");
            assertThat(dispatcher.requests()).singleElement().satisfies(request -> {
                assertThat(request.line()).isEqualTo("POST /api/v1/check/repair");
                assertThat(request.body()).isEqualTo("{\"afterFailover\": true}");
            });
        }
    }

    @Test
    void what_changes_things_must_be_asked_for() throws IOException {
        try (StubDispatcher dispatcher = new StubDispatcher()) {
            assertThat(check("--url", dispatcher.url(), "--after-failover").code())
                    .isEqualTo(2);
            assertThat(dispatcher.requests()).isEmpty();
        }
    }

    @Test
    void nobody_there_ends_with_2(@TempDir Path nothing) {
        assertThat(check("--url", "http://127.0.0.1:1").code()).isEqualTo(2);
        assertThat(check("--dir", nothing.toString()).code()).isEqualTo(2);
    }

    private record Output(int code, String text) {}

    private static Output check(String... arguments) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream captured = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        PrintStream out = System.out;
        PrintStream err = System.err;
        System.setOut(captured);
        System.setErr(captured);
        try {
            List<String> all = new ArrayList<>(List.of("check"));
            all.addAll(List.of(arguments));
            int code = HoldfastCommand.commandLine().execute(all.toArray(String[]::new));
            return new Output(code, bytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }
}
