package dev.holdfast.dispatcher.submit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.dispatcher.Api;
import dev.holdfast.dispatcher.Api.Answer;
import dev.holdfast.task.TaskId;
import dev.holdfast.verification.Answers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SubmitIT {

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
    @Answers("O4")
    void a_task_is_taken_in_and_can_be_read_back() {
        Answer submitted = api.post("/tasks", """
                {"type": "sync", "queue": "mirrors", "payload": {"n" : 1.50, "a":[1e400]}, "priority": 7,
                 "resources": [{"resource": "repo:42", "mode": "EXCLUSIVE"}, {"resource": "dom", "mode": "SHARED"}],
                 "labels": {"team": "a"}, "timeout": "10m", "maxAttempts": 5, "backoff": {"initial": "PT2S"},
                 "maxLost": 4, "onWorkerLost": "CANCEL", "expiresAt": "2100-01-01T00:00:00Z"}""");

        assertThat(submitted.status()).isEqualTo(202);
        assertThat(submitted.header("location")).isEqualTo("/api/v1/tasks/" + submitted.id());
        assertThat(submitted.body().get("state").stringValue()).isEqualTo("WAITING");

        Answer read = api.get("/tasks/" + submitted.id());
        assertThat(read.status()).isEqualTo(200);
        assertThat(read.text()).contains("{\"n\" : 1.50, \"a\":[1e400]}");
        JsonNode task = read.body();
        assertThat(task.get("type").stringValue()).isEqualTo("sync");
        assertThat(task.get("queue").stringValue()).isEqualTo("mirrors");
        assertThat(task.get("priority").intValue()).isEqualTo(7);
        assertThat(task.get("resources").get(1).get("mode").stringValue()).isEqualTo("SHARED");
        assertThat(task.get("labels").get("team").stringValue()).isEqualTo("a");
        assertThat(task.get("timeout").stringValue()).isEqualTo("PT10M");
        assertThat(task.get("backoff").get("initial").stringValue()).isEqualTo("PT2S");
        assertThat(task.get("backoff").get("max").stringValue()).isEqualTo("PT1H");
        assertThat(task.get("onWorkerLost").stringValue()).isEqualTo("CANCEL");
        assertThat(task.get("expiresAt").stringValue()).isEqualTo("2100-01-01T00:00:00Z");
        assertThat(task.get("startedAt").isNull()).isTrue();
        assertThat(api.rows().history(TaskId.of(submitted.id()))).containsExactly(">WAITING");
    }
}
