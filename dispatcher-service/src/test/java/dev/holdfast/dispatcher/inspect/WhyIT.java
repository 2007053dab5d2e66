package dev.holdfast.dispatcher.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.dispatcher.Api;
import dev.holdfast.dispatcher.Api.Answer;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Outcome;
import dev.holdfast.task.TaskId;
import dev.holdfast.verification.Answers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class WhyIT {

    private static Api api;
    private static Incarnation worker;

    @BeforeAll
    static void start() {
        api = Api.start();
        worker = api.rows().worker("worker-1", Duration.ofMinutes(5));
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @Test
    void not_due() {
        String id = api.submit("{\"type\":\"echo\",\"delay\":\"2h\"}");

        assertThat(why(id)).startsWith("not due for another 1 h 59 min (until 2");
    }

    @Test
    void resting_after_a_failure() {
        AttemptKey key = api.rows().draft().maxAttempts(5).running(worker);
        api.bean(Settlements.class).end(worker, "worker-1", "", List.of(AttemptEnd.failed(key, "broken", true)));

        assertThat(why(key.task())).startsWith("rests after failure 1 of 5: ");
    }

    @Test
    @Answers("O9")
    void no_live_worker_serves_its_type() {
        String id = api.submit("{\"type\":\"nobody\",\"queue\":\"somewhere\"}");

        assertThat(why(id)).isEqualTo("no live worker serves type nobody in queue somewhere");
    }

    @Test
    void its_queue_is_paused() {
        api.post("/queues/paused/pause");
        String id = api.submit("{\"type\":\"echo\",\"queue\":\"paused\"}");

        assertThat(why(id)).isEqualTo("queue paused is paused");
    }

    @Test
    void a_resource_that_a_running_task_holds() {
        AttemptKey holder = api.rows().draft().exclusive("repo:42").running(worker);
        for (int i = 0; i < 3; i++) {
            api.rows().draft().exclusive("repo:42").waiting();
        }
        TaskId task = api.rows().draft().exclusive("repo:42").shared("free").waiting();

        JsonNode answer = api.get("/tasks/" + task + "/why").body();

        assertThat(answer.get("state").stringValue()).isEqualTo("WAITING");
        assertThat(answer.get("summary").stringValue())
                .matches("waits for repo:42, held by task " + holder.task()
                        + " \\(RUNNING on worker-1, heartbeat \\d+\\.\\d s ago\\); 3 tasks ahead");
        assertThat(answer.get("blockers").size()).isEqualTo(1);
        JsonNode blocker = answer.get("blockers").get(0);
        assertThat(blocker.get("resource").stringValue()).isEqualTo("repo:42");
        assertThat(blocker.get("mode").stringValue()).isEqualTo("EXCLUSIVE");
        assertThat(blocker.get("ahead").intValue()).isEqualTo(3);
        assertThat(blocker.get("heldBy").get(0).get("task").stringValue())
                .isEqualTo(holder.task().toString());
        assertThat(blocker.get("heldBy").get(0).get("worker").stringValue()).isEqualTo("worker-1");
    }

    @Test
    void a_shared_request_waits_only_for_exclusive_ones() {
        api.rows().grant(api.rows().draft().shared("dom").waiting());
        TaskId free = api.rows().draft().shared("dom").waiting();
        api.rows().draft().exclusive("dom").waiting();
        TaskId blocked = api.rows().draft().shared("dom").waiting();
        TaskId urgent = api.rows().draft().shared("dom").priority(9).waiting();

        assertThat(why(free)).startsWith("in line for a slot");
        assertThat(why(urgent)).startsWith("in line for a slot");
        JsonNode answer = api.get("/tasks/" + blocked + "/why").body();
        // The exclusive one must go first, and before that one the shared ones ahead of it.
        assertThat(answer.get("summary").stringValue()).isEqualTo("waits for dom, 3 tasks ahead");
        assertThat(answer.get("blockers").get(0).get("heldBy").size()).isZero();
    }

    @Test
    void the_number_of_tasks_ahead_is_exact_up_to_a_thousand() {
        String tasks = IntStream.range(0, 1_002)
                .mapToObj(i -> "{\"type\":\"echo\",\"resources\":[{\"resource\":\"long\"}]}")
                .collect(Collectors.joining(","));
        List<String> ids = api.post("/tasks:batch", "{\"tasks\":[" + tasks + "]}")
                .body()
                .get("tasks")
                .valueStream()
                .map(t -> t.get("id").stringValue())
                .toList();

        assertThat(why(ids.get(1))).isEqualTo("waits for long, 1 task ahead");
        assertThat(why(ids.get(1_000))).isEqualTo("waits for long, 1000 tasks ahead");
        assertThat(why(ids.get(1_001))).isEqualTo("waits for long, more than 1000 tasks ahead");
        JsonNode last = api.get("/tasks/" + ids.get(1_001) + "/why")
                .body()
                .get("blockers")
                .get(0);
        assertThat(last.get("ahead").intValue()).isEqualTo(1_000);
        assertThat(last.get("aheadIsAtLeast").booleanValue()).isTrue();
    }

    @Test
    void in_line_for_a_slot() {
        api.jdbc()
                .sql(
                        "insert into worker (incarnation, name, state, host, pid, queues, types, slots, ttl_ms, lease_until)"
                                + " select gen_random_uuid(), n, 'ALIVE', 'h', 1, '{slots}', '{t}', 4, 10000, now() + interval '1 h'"
                                + " from unnest(array['s1', 's2']) n")
                .update();
        String first = api.submit("{\"type\":\"t\",\"queue\":\"slots\"}");
        String second = api.submit("{\"type\":\"t\",\"queue\":\"slots\"}");

        assertThat(why(first)).isEqualTo("in line for a slot: 0 tasks ahead; 0 of 8 slots are busy on 2 live workers");
        assertThat(why(second)).isEqualTo("in line for a slot: 1 task ahead; 0 of 8 slots are busy on 2 live workers");
    }

    @Test
    @Answers("S3")
    void published_and_waiting_for_a_slot() {
        TaskId task = api.rows().draft().queued().task();

        assertThat(why(task))
                .matches(
                        "published, waits for a free slot since \\d+\\.\\d s: \\d+ of 10 slots are busy on 1 live worker");
    }

    @Test
    void being_published() {
        TaskId task = api.rows().draft().queued().task();
        api.jdbc()
                .sql("update task_live set state = 'READY' where id = ?")
                .param(task.value())
                .update();

        assertThat(why(task)).isEqualTo("granted all it asked for, is being published");
    }

    @Test
    @Answers({"S3", "S17"})
    void running_canceling_and_ended() {
        AttemptKey key = api.rows().draft().running(worker);
        assertThat(why(key.task()))
                .matches("running since \\S+ \\(\\d+\\.\\d s\\) on worker-1, heartbeat \\d+\\.\\d s ago");

        api.post("/tasks/" + key.task() + "/cancel");
        assertThat(why(key.task()))
                .matches(
                        "a cancel was asked \\d+\\.\\d s ago; still running since \\S+ \\(\\d+\\.\\d s\\) on worker-1, heartbeat .*");

        api.bean(Settlements.class)
                .end(worker, "worker-1", "", List.of(AttemptEnd.stopped(key, Outcome.CANCELED, "stopped")));
        assertThat(why(key.task())).matches("was canceled \\d+\\.\\d s ago on worker-1 \\(USER\\): stopped");

        AttemptKey failed = api.rows().draft().running(worker);
        api.bean(Settlements.class).end(worker, "worker-1", "", List.of(AttemptEnd.failed(failed, "boom", true)));
        assertThat(why(failed.task())).matches("failed \\d+\\.\\d s ago on worker-1 \\(ERROR\\): boom");

        AttemptKey good = api.rows().draft().running(worker);
        api.bean(Settlements.class).end(worker, "worker-1", "", List.of(AttemptEnd.succeeded(good, "1")));
        assertThat(why(good.task())).matches("succeeded \\d+\\.\\d s ago on worker-1");
    }

    @Test
    void a_worker_whose_lease_has_run_out_is_named() {
        Incarnation dead = api.rows().worker("worker-2", Duration.ofMinutes(5));
        AttemptKey key = api.rows().draft().running(dead);
        api.rows().expireLease(dead);

        assertThat(why(key.task())).endsWith(": its lease has run out, is about to be settled as lost");
    }

    @Test
    void an_unknown_task_is_not_found() {
        assertThat(api.get("/tasks/" + TaskId.next() + "/why").status()).isEqualTo(404);
    }

    private static String why(Object task) {
        Answer answer = api.get("/tasks/" + task + "/why");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.body().get("summary").stringValue();
    }
}
