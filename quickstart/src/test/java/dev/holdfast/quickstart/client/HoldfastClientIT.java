package dev.holdfast.quickstart.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class HoldfastClientIT {

    private static final ObjectNode ECHO =
            JsonMapper.shared().createObjectNode().put("type", "echo");

    @Test
    void a_batch_gives_the_ids_in_order() throws IOException {
        try (StubDispatcher dispatcher =
                new StubDispatcher().answers(202, "{\"tasks\":[{\"id\":\"a\"},{\"id\":\"b\"}]}")) {
            assertThat(new HoldfastClient(dispatcher.url()).submitAll(List.of(ECHO, ECHO)))
                    .containsExactly("a", "b");
            assertThat(dispatcher.requests().get(0).line()).isEqualTo("POST /api/v1/tasks:batch");
            assertThat(dispatcher.requests().get(0).body())
                    .isEqualTo("{\"tasks\":[{\"type\":\"echo\"},{\"type\":\"echo\"}]}");
        }
    }

    @Test
    void a_submission_that_met_trouble_is_repeated_under_the_same_key() throws IOException {
        try (StubDispatcher dispatcher = new StubDispatcher().answers(503, "").answers(202, "{\"id\":\"a\"}")) {
            assertThat(new HoldfastClient(dispatcher.url()).submit(ECHO)).isEqualTo("a");
            assertThat(dispatcher.requests())
                    .hasSize(2)
                    .extracting(StubDispatcher.Request::key)
                    .doesNotContain("")
                    .containsOnly(dispatcher.requests().get(0).key());
        }
    }

    @Test
    void a_refusal_is_not_repeated_and_says_why() throws IOException {
        try (StubDispatcher dispatcher =
                new StubDispatcher().answers(422, "{\"title\":\"Bad task\",\"detail\":\"priority is 12\"}")) {
            assertThatThrownBy(() -> new HoldfastClient(dispatcher.url()).submit(ECHO))
                    .isInstanceOf(ApiException.class)
                    .hasMessage("HTTP 422: Bad task: priority is 12");
            assertThat(dispatcher.requests()).hasSize(1);
        }
    }

    @Test
    void nobody_there_is_an_error_once_the_patience_is_over() throws IOException {
        StubDispatcher gone = new StubDispatcher();
        gone.close();
        assertThatThrownBy(() -> new HoldfastClient(gone.url(), Duration.ofMillis(300)).task("a"))
                .isInstanceOf(DispatcherUnreachable.class)
                .hasMessageContaining(gone.url());
    }
}
