package dev.holdfast.dispatcher.cancel;

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
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class CancelIT {

    private static final List<AttemptKey> SIGNALED = new CopyOnWriteArrayList<>();
    private static Api api;

    @Configuration(proxyBeanMethods = false)
    static class Signals {
        @Bean
        CancelSignals signals() {
            return SIGNALED::add;
        }
    }

    @BeforeAll
    static void start() {
        api = Api.startOn(dev.holdfast.backing.Backing.database(), List.of(), Signals.class);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @Test
    @Answers({"P12", "O28", "O30"})
    void a_task_that_has_not_started_is_canceled_when_the_answer_goes_out() {
        TaskId waiting = api.rows().draft().exclusive("a").waiting();
        TaskId queued = api.rows().draft().exclusive("b").queued().task();
        TaskId scheduled = TaskId.of(api.submit("{\"type\":\"echo\",\"delay\":\"1h\"}"));

        for (TaskId task : List.of(waiting, queued, scheduled)) {
            Answer answer = api.post("/tasks/" + task + "/cancel");
            assertThat(answer.status()).isEqualTo(202);
            assertThat(answer.body().get("state").stringValue()).isEqualTo("CANCELED");
            assertThat(api.rows().state(task)).isEqualTo("CANCELED/USER");
            assertThat(api.rows().reservations(task)).isEmpty();
        }
        assertThat(api.rows().marks()).contains("a", "b");
    }

    @Test
    void a_running_task_is_asked_to_stop_and_its_worker_is_told() {
        Incarnation worker = api.rows().worker("w1", Duration.ofMinutes(1));
        AttemptKey key = api.rows().draft().exclusive("c").running(worker);

        Answer answer = api.post("/tasks/" + key.task() + "/cancel");
        Answer again = api.post("/tasks/" + key.task() + "/cancel");

        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.body().get("state").stringValue()).isEqualTo("CANCELING");
        assertThat(again.status()).isEqualTo(202);
        assertThat(SIGNALED).contains(key);
        assertThat(api.rows().reservations(key.task())).containsExactly("c=H");
        assertThat(api.rows().history(key.task())).endsWith("RUNNING>CANCELING").doesNotHaveDuplicates();
    }

    @Test
    @Answers("P12")
    void a_cancel_of_a_task_whose_worker_is_dead_is_settled_as_canceled() {
        Incarnation worker = api.rows().worker("w2", Duration.ofMinutes(1));
        AttemptKey key = api.rows().draft().running(worker);
        api.rows().expireLease(worker);

        assertThat(api.post("/tasks/" + key.task() + "/cancel").status()).isEqualTo(202);
        api.bean(Settlements.class)
                .end(worker, "reaper", "dead", List.of(AttemptEnd.stopped(key, Outcome.LOST, "worker died")));

        assertThat(api.rows().state(key.task())).isEqualTo("CANCELED/USER");
    }

    @Test
    void a_final_task_cannot_be_canceled_and_an_unknown_one_is_not_found() {
        TaskId task = api.rows().draft().waiting();
        api.post("/tasks/" + task + "/cancel");

        Answer answer = api.post("/tasks/" + task + "/cancel");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.body().get("type").stringValue()).isEqualTo("urn:holdfast:problem:task-is-final");
        assertThat(api.post("/tasks/" + UUID.randomUUID() + "/cancel").status()).isEqualTo(404);
        assertThat(api.post("/tasks/nonsense/cancel").status()).isEqualTo(404);
    }
}
