package dev.holdfast.dispatcher.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.dispatcher.Api;
import dev.holdfast.dispatcher.Api.Answer;
import dev.holdfast.store.check.Invariant;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class CheckIT {

    private Api api;

    @BeforeEach
    void start() {
        api = Api.start();
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void a_clean_system_is_ok_and_names_every_invariant_with_its_meaning() {
        api.rows().draft().exclusive("r").waiting();

        Answer answer = api.get("/check");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().get("ok").booleanValue()).isFalse();
        assertThat(names(answer.body()))
                .containsExactlyElementsOf(
                        Arrays.stream(Invariant.values()).map(Invariant::id).toList());
        for (JsonNode invariant : answer.body().get("invariants")) {
            assertThat(invariant.get("meaning").stringValue()).isNotBlank();
            // Nobody here has a broker to ask.
            assertThat(invariant.get("status").stringValue())
                    .isEqualTo(invariant.get("name").stringValue().equals("lost-messages") ? "unknown" : "clean");
        }
    }

    @Test
    void a_violation_is_named_repaired_once_and_told_by_the_history_of_its_task() {
        TaskId task = api.rows().draft().exclusive("r").waiting();
        change("update reservation set status = 'H' where task_id = ?", task);

        JsonNode violation = invariant(api.get("/check").body(), "held-without-grant")
                .get("violations")
                .get(0);
        assertThat(violation.get("task").stringValue()).isEqualTo(task.toString());
        assertThat(violation.get("resource").stringValue()).isEqualTo("r");
        assertThat(violation.get("since").stringValue()).isNotBlank();

        JsonNode repair = api.post("/check/repair").body();
        assertThat(repair.get("repairs")).hasSize(1);
        assertThat(repair.get("repairs").get(0).get("task").stringValue()).isEqualTo(task.toString());
        assertThat(repair.get("repairs").get(0).get("settled").booleanValue()).isTrue();
        assertThat(invariant(repair.get("after"), "held-without-grant")
                        .get("status")
                        .stringValue())
                .isEqualTo("clean");
        JsonNode told =
                api.get("/tasks/" + task + "/history").body().get("repairs").get(0);
        assertThat(told.get("invariant").stringValue()).isEqualTo("held-without-grant");
        assertThat(told.get("actor").stringValue()).isEqualTo("operator/repair");
        assertThat(told.get("did").stringValue()).contains("put in line");
        assertThat(api.post("/check/repair", "{}").body().get("repairs")).isEmpty();
    }

    @Test
    void after_a_failover_every_running_attempt_is_settled_and_the_tokens_jump() {
        AttemptKey key = api.rows().draft().exclusive("r").running(api.rows().worker("w1", Duration.ofSeconds(1)));

        Answer answer = api.post("/check/repair", "{\"afterFailover\": true}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(api.rows().state(key.task())).isEqualTo("WAITING");
        assertThat(api.rows().reservations(key.task())).containsExactly("r=W");
        assertThat(api.jdbc()
                        .sql("select last_value from fencing_token")
                        .query(Long.class)
                        .single())
                .isGreaterThan(1_000_000_000);
        assertThat(answer.body().get("repairs").get(0).get("task").stringValue())
                .isEqualTo(key.task().toString());
    }

    @Test
    void a_bad_wish_is_refused() {
        for (String body : List.of("[]", "{", "{\"afterFailover\": 1}", "{\"force\": true}")) {
            Answer answer = api.post("/check/repair", body);
            assertThat(answer.status()).as(body).isEqualTo(400);
            assertThat(answer.body().get("type").stringValue()).isEqualTo("urn:holdfast:problem:malformed-request");
        }
    }

    @Test
    void the_description_has_both_calls() {
        JsonNode paths = api.get("//openapi.json").body().get("paths");
        assertThat(paths.get("/api/v1/check").has("get")).isTrue();
        assertThat(paths.get("/api/v1/check/repair").has("post")).isTrue();
    }

    private void change(String sql, TaskId task) {
        api.jdbc().sql(sql).params(task.value()).update();
    }

    private static List<String> names(JsonNode check) {
        return check.get("invariants")
                .valueStream()
                .map(i -> i.get("name").stringValue())
                .toList();
    }

    private static JsonNode invariant(JsonNode check, String name) {
        return check.get("invariants")
                .valueStream()
                .filter(i -> i.get("name").stringValue().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
