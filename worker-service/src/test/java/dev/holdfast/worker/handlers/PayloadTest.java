package dev.holdfast.worker.handlers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.worker.NonRetryableException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Payloads as the runtime reads them. */
class PayloadTest {

    private final JsonMapper json = JsonMapper.builder().build();

    @Test
    void all_fields_are_read() throws Exception {
        ExecInput exec =
                json.readValue("{\"command\":\"sync\",\"args\":[\"a\",\"b\"],\"stdin\":\"x\"}", ExecInput.class);
        assertThat(exec.command()).isEqualTo("sync");
        assertThat(exec.args()).isEqualTo(List.of("a", "b"));
        assertThat(exec.stdin()).isEqualTo("x");
        UnknownFields.refuse(exec.unknown());

        HttpInput http = json.readValue(
                "{\"url\":\"u\",\"method\":\"PUT\",\"headers\":{\"A\":\"b\"},\"body\":[1],\"timeout\":\"3s\"}",
                HttpInput.class);
        assertThat(http.headers()).isEqualTo(Map.of("A", "b"));
        assertThat(http.body()).hasToString("[1]");
        assertThat(http.timeout()).isEqualTo("3s");
        UnknownFields.refuse(http.unknown());
    }

    @Test
    void a_field_that_nobody_reads_is_refused() {
        ExecInput exec = json.readValue("{\"command\":\"sync\",\"arg\":[\"--dry-run\"]}", ExecInput.class);

        assertThatThrownBy(() -> new ExecRig(java.nio.file.Path.of("/bin/sh")).run(exec))
                .isInstanceOf(NonRetryableException.class)
                .hasMessage("the payload has unknown fields: [arg]");
        HttpInput http = json.readValue("{\"url\":\"u\",\"data\":1}", HttpInput.class);
        assertThatThrownBy(() -> UnknownFields.refuse(http.unknown()))
                .hasMessage("the payload has unknown fields: [data]");
    }
}
