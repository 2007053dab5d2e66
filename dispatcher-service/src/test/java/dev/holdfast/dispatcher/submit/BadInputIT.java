package dev.holdfast.dispatcher.submit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.dispatcher.Api;
import dev.holdfast.dispatcher.Api.Answer;
import dev.holdfast.verification.Answers;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What must not get past the edge: it is refused with the field's name, and nothing is stored. */
class BadInputIT {

    private static Api api;

    @BeforeAll
    static void start() {
        api = Api.start();
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @AfterEach
    void nothing_is_stored() {
        for (String table : new String[] {"task", "task_live", "reservation", "history", "idempotency_key", "route"}) {
            assertThat(api.count(table)).as(table).isZero();
        }
    }

    static Stream<Arguments> bad() {
        return Stream.of(
                bad(400, "", "{\"type\":\"echo\""),
                bad(400, "", "[1]"),
                bad(400, "", "nothing"),
                bad(400, "", ""),
                bad(400, "", "{\"type\":\"echo\"} {}"),
                bad(400, "", "{\"type\":\"echo\",\"type\":\"echo\"}"),
                bad(400, "nonsense", with("\"nonsense\":1")),
                bad(400, "type", "{\"type\":5}"),
                bad(400, "priority", with("\"priority\":\"high\"")),
                bad(400, "priority", with("\"priority\":1.5")),
                bad(400, "priority", with("\"priority\":99999999999")),
                bad(400, "delay", with("\"delay\":30")),
                bad(400, "labels.a", with("\"labels\":{\"a\":1}")),
                bad(400, "labels.a", with("\"labels\":{\"a\":null}")),
                bad(400, "resources", with("\"resources\":{}")),
                bad(400, "resources[0]", with("\"resources\":[\"repo:1\"]")),
                bad(400, "resources[0].nonsense", with("\"resources\":[{\"resource\":\"a\",\"nonsense\":1}]")),
                bad(400, "backoff.nonsense", with("\"backoff\":{\"nonsense\":1}")),
                bad(400, "payload.a[1]", with("\"payload\":{\"a\":[1,\"x\\u0000\"]}")),
                bad(400, "payload", with("\"payload\":{\"x\\u0000\":1}")),
                bad(400, "payload", with("\"payload\":\"\\ud800\"")),
                bad(400, "labels.a", with("\"labels\":{\"a\":\"\\u0000\"}")),
                bad(400, "resources[0].resource", with("\"resources\":[{\"resource\":\"\\u0000\"}]")),
                bad(400, "", with("\"payload\":" + "[".repeat(64) + "]".repeat(64))),
                bad(400, "", with("\"payload\":" + "[".repeat(100_000) + "]".repeat(100_000))),
                bad(400, "", with("\"payload\":" + "[".repeat(999) + "]".repeat(999))),
                bad(400, "", with("\"payload\":" + "{\"a\":".repeat(64) + "1" + "}".repeat(64))),
                bad(400, "", with("\"payload\":" + "{\"a\":".repeat(100_000))),
                bad(400, "", with("\"payload\":" + "9".repeat(5_000))),
                bad(400, "", with("\"payload\":{\"a\":{\"b\":1,\"b\":2}}")),
                bad(400, "payload", with("\"payload\":{\"\\udfff\":1}")),
                bad(400, "payload[0]", with("\"payload\":[\"\\ud83d x\"]")),
                bad(400, "queue", with("\"queue\":\"\\u0000\"")),
                bad(400, "type", "{\"type\":\"\\u0000\"}"),
                bad(413, "payload", with("\"payload\":\"" + "x".repeat(256 * 1024) + "\"")),
                bad(413, "payload", with("\"payload\":\"" + "€".repeat(100 * 1024) + "\"")),
                bad(413, "", with("\"payload\":\"" + "x".repeat(2_000_000) + "\"")),
                bad(422, "type", "{}"),
                bad(422, "type", "{\"type\":\"echo \"}"),
                bad(422, "type", "{\"type\":\"echo\\r\\n2026-01-01 INFO forged\"}"),
                bad(422, "type", "{\"type\":\"echo\\u001b[31m\"}"),
                bad(422, "type", "{\"type\":\"" + "x".repeat(101) + "\"}"),
                bad(422, "queue", with("\"queue\":\"a/b\"")),
                bad(422, "queue", with("\"queue\":\"default \"")),
                bad(422, "queue", with("\"queue\":\"\"")),
                bad(422, "delay", with("\"delay\":\"36501d\"")),
                bad(422, "delay", with("\"delay\":\"9223372036854775807ms\"")),
                bad(422, "priority", with("\"priority\":10")),
                bad(422, "priority", with("\"priority\":-1")),
                bad(422, "timeout", with("\"timeout\":\"0s\"")),
                bad(422, "timeout", with("\"timeout\":\"soon\"")),
                bad(422, "timeout", with("\"timeout\":\"9223372036854775807ms\"")),
                bad(422, "delay", with("\"delay\":\"-PT1S\"")),
                bad(422, "delay", with("\"delay\":\"1s\",\"runAt\":\"2100-01-01T00:00:00Z\"")),
                bad(422, "runAt", with("\"runAt\":\"2026-10-25T02:30:00\"")),
                bad(422, "runAt", with("\"runAt\":\"+100000-01-01T00:00:00Z\"")),
                bad(422, "expiresAt", with("\"expiresAt\":\"2001-01-01T00:00:00Z\"")),
                bad(422, "maxAttempts", with("\"maxAttempts\":0")),
                bad(422, "maxLost", with("\"maxLost\":0")),
                bad(422, "onWorkerLost", with("\"onWorkerLost\":\"PRAY\"")),
                bad(422, "backoff.factor", with("\"backoff\":{\"factor\":0.5}")),
                bad(422, "backoff.max", with("\"backoff\":{\"initial\":\"2h\"}")),
                bad(422, "backoff.jitter", with("\"backoff\":{\"jitter\":1e400}")),
                bad(422, "resources[1].resource", with("\"resources\":[{\"resource\":\"a\"},{\"resource\":\"a\"}]")),
                bad(422, "resources[0].resource", with("\"resources\":[{\"resource\":\"\"}]")),
                bad(422, "resources[0].resource", with("\"resources\":[{\"resource\":\"" + "x".repeat(201) + "\"}]")),
                bad(422, "resources[0].mode", with("\"resources\":[{\"resource\":\"a\",\"mode\":\"MINE\"}]")),
                bad(422, "resources", with("\"resources\":[" + many("{\"resource\":\"r%d\"}", 33) + "]")),
                bad(422, "labels", with("\"labels\":{" + many("\"l%d\":\"\"", 33) + "}")),
                bad(422, "labels.a", with("\"labels\":{\"a\":\"" + "x".repeat(101) + "\"}")));
    }

    @ParameterizedTest
    @MethodSource("bad")
    @Answers({"O9", "O23", "O24", "O33", "O34", "O35", "O39"})
    void a_bad_task_is_refused_by_field(int status, String field, String body) {
        Answer answer = api.post("/tasks", body, "Idempotency-Key", "k");

        assertRefused(answer, status);
        if (!field.isEmpty()) {
            assertThat(answer.body().get("errors").get(0).get("field").stringValue())
                    .isEqualTo(field);
        }
    }

    @Test
    void all_errors_are_told_at_once() {
        Answer answer = api.post("/tasks", "{\"queue\":\"?\",\"priority\":11,\"delay\":\"x\"}");

        assertRefused(answer, 422);
        assertThat(answer.body().get("type").stringValue()).isEqualTo("urn:holdfast:problem:invalid-task");
        assertThat(answer.body()
                        .get("errors")
                        .valueStream()
                        .map(e -> e.get("field").stringValue()))
                .containsExactlyInAnyOrder("queue", "type", "priority", "delay");
    }

    @Test
    void a_batch_names_the_bad_tasks_by_index_and_stores_none() {
        Answer answer = api.post(
                "/tasks:batch",
                "{\"tasks\":[{\"type\":\"echo\"},{\"type\":\"echo\",\"priority\":10},{\"queue\":\"a\"},7]}");

        assertRefused(answer, 400);
        assertThat(answer.body()
                        .get("errors")
                        .valueStream()
                        .map(e -> e.get("field").stringValue()))
                .containsExactlyInAnyOrder("tasks[1].priority", "tasks[2].type", "tasks[3]");
    }

    @Test
    void a_batch_has_between_1_and_10000_tasks() {
        assertRefused(api.post("/tasks:batch", "{\"tasks\":[]}"), 422);
        assertRefused(api.post("/tasks:batch", "{}"), 422);
        assertRefused(api.post("/tasks:batch", "{\"tasks\":1}"), 400);
        assertRefused(api.post("/tasks:batch", "{\"tasks\":[{\"type\":\"a\"}],\"more\":1}"), 400);
        assertRefused(api.post("/tasks:batch", "{\"tasks\":[" + many("{\"type\":\"a\"}", 10_001) + "]}"), 422);
    }

    @Test
    @Answers("O32")
    void a_bad_idempotency_key_is_refused() {
        assertRefused(api.post("/tasks", "{\"type\":\"echo\"}", "Idempotency-Key", "a b"), 400);
        assertRefused(api.post("/tasks", "{\"type\":\"echo\"}", "Idempotency-Key", ""), 400);
        assertRefused(api.post("/tasks", "{\"type\":\"echo\"}", "Idempotency-Key", "x".repeat(256)), 400);
    }

    @Test
    @Answers("O33")
    void raw_bytes_that_are_not_utf_8_are_refused() {
        byte[] body = "{\"type\":\"echo\",\"payload\":\"??\"}".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        int at = new String(body, java.nio.charset.StandardCharsets.US_ASCII).indexOf("??");
        body[at] = (byte) 0xC3;
        body[at + 1] = 0x28;

        assertRefused(
                api.send(api.request("/tasks")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofByteArray(body))),
                400);
    }

    @Test
    void wrong_media_types_methods_and_paths_are_refused_as_problems() {
        assertRefused(
                api.send(api.request("/tasks")
                        .header("Content-Type", "text/plain")
                        .POST(BodyPublishers.ofString("{\"type\":\"echo\"}"))),
                415);
        assertRefused(api.send(api.request("/tasks").DELETE()), 405);
        assertRefused(api.get("/nonsense"), 404);
        assertRefused(api.get("//nonsense"), 404);
    }

    private static void assertRefused(Answer answer, int status) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
        assertThat(answer.body().get("type").stringValue()).startsWith("urn:holdfast:problem:");
        assertThat(answer.text()).doesNotContain("Exception", "dev.holdfast", "springframework", "jackson", "postgres");
    }

    private static Arguments bad(int status, String field, String body) {
        return Arguments.argumentSet(
                status + " " + field + " " + body.substring(0, Math.min(60, body.length())), status, field, body);
    }

    private static String with(String fields) {
        return "{\"type\":\"echo\"," + fields + "}";
    }

    private static String many(String template, int count) {
        return IntStream.range(0, count).mapToObj(template::formatted).collect(Collectors.joining(","));
    }
}
