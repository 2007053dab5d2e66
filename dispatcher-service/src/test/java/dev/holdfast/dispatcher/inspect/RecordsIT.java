package dev.holdfast.dispatcher.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.dispatcher.Api;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Outcome;
import dev.holdfast.task.TaskId;
import dev.holdfast.verification.Answers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Attempts, history, resources, workers, queues and the description of all that. */
class RecordsIT {

    private static Api api;
    private static Incarnation worker;

    @BeforeAll
    static void start() {
        api = Api.start();
        worker = api.rows().worker("w1", Duration.ofMinutes(5));
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @Test
    @Answers("S3")
    void attempts_show_the_lost_one_with_its_decision_and_the_running_one() {
        AttemptKey lost = api.rows().draft().running(worker);
        api.bean(Settlements.class)
                .end(
                        worker,
                        "reaper r1",
                        "no heartbeat for 10 s",
                        List.of(AttemptEnd.stopped(lost, Outcome.LOST, "died")));
        AttemptKey again = api.rows().grant(lost.task());
        new dev.holdfast.store.claim.Claims(api.jdbc()).claim(worker, "w1", List.of(again));

        JsonNode attempts =
                api.get("/tasks/" + lost.task() + "/attempts").body().get("attempts");

        assertThat(attempts.size()).isEqualTo(2);
        assertThat(attempts.get(0).get("outcome").stringValue()).isEqualTo("LOST");
        assertThat(attempts.get(0).get("worker").stringValue()).isEqualTo("w1");
        assertThat(attempts.get(0).get("decision").stringValue())
                .isEqualTo("back in line, loss 1 of 3: no heartbeat for 10 s");
        assertThat(attempts.get(0).get("lastHeartbeatAt").isNull()).isFalse();
        assertThat(attempts.get(1).get("number").intValue()).isEqualTo(2);
        assertThat(attempts.get(1).get("outcome").isNull()).isTrue();
        assertThat(attempts.get(1).get("fencingToken").longValue())
                .isGreaterThan(attempts.get(0).get("fencingToken").longValue());

        JsonNode task = api.get("/tasks/" + lost.task()).body();
        assertThat(task.get("state").stringValue()).isEqualTo("RUNNING");
        assertThat(task.get("attempt").intValue()).isEqualTo(2);
        assertThat(task.get("losses").intValue()).isEqualTo(1);
        assertThat(task.get("worker").stringValue()).isEqualTo("w1");
        assertThat(task.get("startedAt").isNull()).isFalse();
    }

    @Test
    void the_history_tells_every_transition() {
        String id = api.submit("{\"type\":\"echo\"}");
        api.post("/tasks/" + id + "/cancel");

        JsonNode history = api.get("/tasks/" + id + "/history").body().get("history");

        assertThat(history.valueStream()
                        .map(h -> (h.get("from").isNull() ? "" : h.get("from").stringValue()) + ">"
                                + h.get("to").stringValue()))
                .containsExactly(">WAITING", "WAITING>CANCELED");
        assertThat(history.get(1).get("actor").stringValue()).isEqualTo("api anonymous");
        assertThat(history.get(1).get("reason").stringValue()).isEqualTo("USER");
    }

    @Test
    @Answers("S3")
    void a_task_without_attempts_has_none_and_an_unknown_one_is_not_found() {
        String id = api.submit("{\"type\":\"echo\"}");

        assertThat(api.get("/tasks/" + id + "/attempts").body().get("attempts").size())
                .isZero();
        assertThat(api.get("/tasks/" + TaskId.next() + "/attempts").status()).isEqualTo(404);
        assertThat(api.get("/tasks/" + TaskId.next() + "/history").status()).isEqualTo(404);
        assertThat(api.get("/tasks/" + TaskId.next()).status()).isEqualTo(404);
    }

    @Test
    void a_resource_shows_its_holders_and_its_line_in_order() {
        AttemptKey one = api.rows().draft().shared("a/b ?&").running(worker);
        AttemptKey two = api.rows().draft().shared("a/b ?&").queued();
        TaskId low = api.rows().draft().exclusive("a/b ?&").waiting();
        TaskId high = api.rows().draft().shared("a/b ?&").priority(5).waiting();

        JsonNode resource = api.get("/resource?name=a/b%20%3F%26").body();

        assertThat(resource.get("resource").stringValue()).isEqualTo("a/b ?&");
        assertThat(tasks(resource.get("holders")))
                .containsExactlyInAnyOrder(one.task().toString(), two.task().toString());
        assertThat(tasks(resource.get("line"))).containsExactly(high.toString(), low.toString());
        assertThat(api.get("/resource?name=unheard-of").body().get("holders").size())
                .isZero();
        assertThat(api.get("/resource?name=").status()).isEqualTo(422);
        assertThat(api.get("/resource").status()).isEqualTo(400);
        assertThat(api.get("/resource?name=%00").status()).isEqualTo(400);
    }

    @Test
    void workers_show_what_they_run() {
        AttemptKey key = api.rows().draft().running(worker);

        JsonNode found = api.get("/workers").body().get("workers").get(0);

        assertThat(found.get("id").stringValue()).isEqualTo(worker.toString());
        assertThat(found.get("name").stringValue()).isEqualTo("w1");
        assertThat(found.get("state").stringValue()).isEqualTo("ALIVE");
        assertThat(found.get("slots").intValue()).isEqualTo(10);
        assertThat(found.get("leaseValid").booleanValue()).isTrue();
        assertThat(found.get("running").valueStream().map(JsonNode::stringValue))
                .contains(key.task().toString());
    }

    @Test
    @Answers("O27")
    void queues_show_depth_running_and_the_oldest_wait_by_priority() {
        api.submit("{\"type\":\"echo\",\"queue\":\"deep\",\"priority\":3}");
        api.submit("{\"type\":\"echo\",\"queue\":\"deep\"}");
        api.submit("{\"type\":\"sleep\",\"queue\":\"deep\",\"delay\":\"1h\"}");
        api.rows().draft().queue("deep").type("echo").running(worker);

        JsonNode queue = api.get("/queues")
                .body()
                .get("queues")
                .valueStream()
                .filter(q -> q.get("name").stringValue().equals("deep"))
                .findFirst()
                .orElseThrow();

        assertThat(queue.get("paused").booleanValue()).isFalse();
        assertThat(queue.get("depth").intValue()).isEqualTo(3);
        assertThat(queue.get("running").intValue()).isEqualTo(1);
        assertThat(queue.get("byState").get("PARKED").intValue()).isEqualTo(2);
        assertThat(queue.get("oldestWait")
                        .valueStream()
                        .map(w -> w.get("priority").intValue()))
                .containsExactly(3, 0);
        assertThat(queue.get("types").size()).isEqualTo(2);
    }

    @Test
    void the_api_describes_itself() {
        JsonNode description = api.get("//openapi.json").body();

        assertThat(description.get("paths").propertyNames())
                .contains(
                        "/api/v1/tasks",
                        "/api/v1/tasks:batch",
                        "/api/v1/tasks/{id}",
                        "/api/v1/tasks/{id}/attempts",
                        "/api/v1/tasks/{id}/history",
                        "/api/v1/tasks/{id}/why",
                        "/api/v1/tasks/{id}/cancel",
                        "/api/v1/tasks/{id}/retry",
                        "/api/v1/resource",
                        "/api/v1/workers",
                        "/api/v1/workers/{id}/drain",
                        "/api/v1/queues",
                        "/api/v1/queues/{queue}/pause",
                        "/api/v1/queues/{queue}/resume");
        assertThat(description
                        .get("components")
                        .get("schemas")
                        .get("TaskRequest")
                        .get("properties")
                        .propertyNames())
                .contains("type", "payload", "resources", "expiresAt");
    }

    private static List<String> tasks(JsonNode rows) {
        return rows.valueStream().map(r -> r.get("task").stringValue()).toList();
    }
}
