package dev.holdfast.dispatcher.submit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.dispatcher.Api;
import dev.holdfast.dispatcher.Api.Answer;
import dev.holdfast.verification.Answers;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class RetryIT {

    private static Api api;

    @BeforeAll
    static void start() {
        api = Api.start();
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @Test
    @Answers("S15")
    void a_final_task_is_run_again_as_a_new_one_and_only_once() {
        String id = canceled();

        Answer first = api.post("/tasks/" + id + "/retry");
        Answer second = api.post("/tasks/" + id + "/retry");

        assertThat(first.status()).isEqualTo(201);
        assertThat(first.header("location")).isEqualTo("/api/v1/tasks/" + first.id());
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.id()).isEqualTo(first.id());

        JsonNode old = api.get("/tasks/" + id).body();
        JsonNode again = api.get("/tasks/" + first.id()).body();
        assertThat(again.get("retryOf").stringValue()).isEqualTo(id);
        assertThat(old.get("retriedBy").stringValue()).isEqualTo(first.id());
        for (String same : new String[] {"type", "queue", "payload", "resources", "priority", "labels", "timeout"}) {
            assertThat(again.get(same)).as(same).isEqualTo(old.get(same));
        }
        assertThat(again.get("state").stringValue()).isEqualTo("WAITING");
        assertThat(again.get("expiresAt").isNull()).isTrue();
    }

    @Test
    @Answers("A5")
    void many_that_ask_at_once_get_the_same_one() throws Exception {
        String id = canceled();

        List<Answer> answers = IdempotencyIT.together(8, () -> api.post("/tasks/" + id + "/retry"));

        assertThat(answers).extracting(Answer::status).containsOnlyOnce(201).containsOnly(200, 201);
        assertThat(answers).extracting(Answer::id).containsOnly(answers.get(0).id());
    }

    @Test
    void what_has_not_ended_cannot_be_retried() {
        String id = api.submit("{\"type\":\"echo\"}");

        Answer answer = api.post("/tasks/" + id + "/retry");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.body().get("type").stringValue()).isEqualTo("urn:holdfast:problem:task-is-not-final");
        assertThat(api.post("/tasks/" + UUID.randomUUID() + "/retry").status()).isEqualTo(404);
    }

    private static String canceled() {
        String id = api.submit(
                "{\"type\":\"echo\",\"queue\":\"q\",\"payload\":{\"a\":[1]},\"priority\":3,\"timeout\":\"5m\","
                        + "\"expiresAt\":\"2100-01-01T00:00:00Z\",\"labels\":{\"x\":\"y\"},"
                        + "\"resources\":[{\"resource\":\"r\",\"mode\":\"SHARED\"}]}");
        assertThat(api.post("/tasks/" + id + "/cancel").status()).isEqualTo(202);
        return id;
    }
}
