package dev.holdfast.dispatcher.steer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.dispatcher.Api;
import dev.holdfast.dispatcher.Api.Answer;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.task.TaskId;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SteerIT {

    private static Api api;

    @BeforeAll
    static void start() {
        api = Api.start();
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @BeforeEach
    void no_marks() {
        api.jdbc().sql("delete from grant_mark").update();
    }

    @Test
    void raising_makes_a_watcher_a_candidate_and_needs_no_mark() {
        TaskId task = watcher("r", "s");

        Answer answer = api.patch("/tasks/" + task, "{\"priority\":9}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(wait(task)).isEqualTo("C null 0");
        assertThat(urgencies(task)).containsOnly(0);
        assertThat(api.rows().marks()).isEmpty();
        assertThat(api.get("/tasks/" + task).body().get("priority").intValue()).isEqualTo(9);
    }

    @Test
    void lowering_leaves_the_watch_and_marks_every_line() {
        TaskId task = watcher("t", "u");

        api.patch("/tasks/" + task, "{\"priority\":1}");

        assertThat(wait(task)).isEqualTo("W t 8");
        assertThat(urgencies(task)).containsOnly(8);
        assertThat(api.rows().marks()).containsExactlyInAnyOrder("t", "u");
    }

    @Test
    void the_same_priority_changes_nothing() {
        TaskId task = watcher("v", "w");

        assertThat(api.patch("/tasks/" + task, "{\"priority\":5}").status()).isEqualTo(200);
        assertThat(wait(task)).isEqualTo("W v 4");
        assertThat(api.rows().marks()).isEmpty();
    }

    @Test
    void what_is_parked_scheduled_or_granted_changes_without_marks() {
        TaskId granted = api.rows().draft().priority(5).exclusive("x").queued().task();
        TaskId parked = TaskId.of(api.submit("{\"type\":\"p\",\"priority\":5,\"resources\":[{\"resource\":\"y\"}]}"));
        TaskId later = TaskId.of(
                api.submit("{\"type\":\"echo\",\"delay\":\"1h\",\"priority\":5,\"resources\":[{\"resource\":\"z\"}]}"));

        for (TaskId task : List.of(granted, parked, later)) {
            assertThat(api.patch("/tasks/" + task, "{\"priority\":0}").status()).isEqualTo(200);
            assertThat(urgencies(task)).containsOnly(9);
        }
        assertThat(api.rows().marks()).isEmpty();
    }

    @Test
    void a_task_that_has_started_or_ended_keeps_its_priority() {
        Incarnation worker = api.rows().worker("w1", Duration.ofMinutes(1));
        TaskId running = api.rows().draft().exclusive("q").running(worker).task();
        TaskId ended = api.rows().draft().waiting();
        api.post("/tasks/" + ended + "/cancel");

        Answer answer = api.patch("/tasks/" + running, "{\"priority\":9}");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.body().get("type").stringValue()).isEqualTo("urn:holdfast:problem:task-has-started");
        assertThat(urgencies(running)).containsOnly(9);
        assertThat(api.patch("/tasks/" + ended, "{\"priority\":9}").status()).isEqualTo(409);
        assertThat(api.patch("/tasks/" + UUID.randomUUID(), "{\"priority\":9}").status())
                .isEqualTo(404);
    }

    @Test
    void a_bad_patch_is_refused() {
        TaskId task = api.rows().draft().waiting();

        assertThat(api.patch("/tasks/" + task, "{\"priority\":10}").status()).isEqualTo(422);
        for (String body :
                List.of("{}", "{\"priority\":\"1\"}", "{\"priority\":1,\"queue\":\"x\"}", "[]", "{", "null", "1")) {
            assertThat(api.patch("/tasks/" + task, body).status()).as(body).isEqualTo(400);
        }
    }

    @Test
    void a_pause_closes_the_routes_of_a_queue_and_of_new_types_in_it() {
        api.rows().openRoute("pq", "a");

        assertThat(api.post("/queues/pq/pause").status()).isEqualTo(200);
        api.submit("{\"type\":\"b\",\"queue\":\"pq\"}");
        assertThat(paused("pq")).containsExactly(true, true);

        assertThat(api.post("/queues/pq/resume").body().get("paused").booleanValue())
                .isFalse();
        assertThat(paused("pq")).containsExactly(false, false);
        assertThat(api.post("/queues/nobody/resume").status()).isEqualTo(404);
        assertThat(api.post("/queues/a%20b/pause").status()).isEqualTo(404);
    }

    @Test
    void a_drain_is_written_where_the_worker_looks() {
        Incarnation worker = api.rows().worker("w2", Duration.ofMinutes(1));

        Answer answer = api.post("/workers/" + worker + "/drain");

        assertThat(answer.status()).isEqualTo(202);
        assertThat(api.count("worker where drain_requested")).isEqualTo(1);
        assertThat(api.post("/workers/" + UUID.randomUUID() + "/drain").status())
                .isEqualTo(404);
        assertThat(api.post("/workers/w2/drain").status()).isEqualTo(404);
        api.jdbc()
                .sql(
                        "update worker set state = 'STOPPED', ended_at = now(), drain_requested = false where incarnation = ?")
                .param(worker.id())
                .update();
        assertThat(api.post("/workers/" + worker + "/drain").status()).isEqualTo(409);
        assertThat(api.count("worker where drain_requested")).isZero();
    }

    private static TaskId watcher(String watched, String other) {
        TaskId task = api.rows()
                .draft()
                .priority(5)
                .exclusive(watched)
                .exclusive(other)
                .waiting();
        api.jdbc()
                .sql("update task_live set wait = 'W', watch = ?, watch_exclusive = true where id = ?")
                .params(watched, task.value())
                .update();
        return task;
    }

    private static String wait(TaskId task) {
        return api.jdbc()
                .sql(
                        "select concat_ws(' ', cast(wait as text), coalesce(watch, 'null'), urgency) from task_live where id = ?")
                .param(task.value())
                .query(String.class)
                .single();
    }

    private static List<Integer> urgencies(TaskId task) {
        return api.jdbc()
                .sql(
                        "select urgency from reservation where task_id = ? union all select urgency from task_live where id = ?")
                .params(task.value(), task.value())
                .query(Integer.class)
                .list();
    }

    private static List<Boolean> paused(String queue) {
        return api.jdbc()
                .sql("select paused from route where queue = ?")
                .param(queue)
                .query(Boolean.class)
                .list();
    }
}
