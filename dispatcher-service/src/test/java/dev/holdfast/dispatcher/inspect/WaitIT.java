package dev.holdfast.dispatcher.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.dispatcher.Api;
import dev.holdfast.dispatcher.Api.Answer;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WaitIT {

    /** More than there are threads or connections: waiting must need neither. */
    @Test
    void many_wait_for_an_end_with_few_threads_and_connections() throws Exception {
        int callers = 60;
        ExecutorService pool = Executors.newFixedThreadPool(callers);
        try (Api api = Api.start("server.tomcat.threads.max=3", "spring.datasource.hikari.maximum-pool-size=2")) {
            Incarnation worker = api.rows().worker("w1", Duration.ofMinutes(1));
            AttemptKey key = api.rows().draft().running(worker);
            List<Future<Answer>> answers = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                answers.add(pool.submit(() -> api.get("/tasks/" + key.task() + "?wait=50s")));
            }
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> api.bean(Waiters.class).size() == callers);
            assertThat(api.get("/tasks/" + key.task()).status()).isEqualTo(200);

            api.bean(Settlements.class)
                    .end(worker, "worker w1", "", List.of(AttemptEnd.succeeded(key, "{\"done\" : true}")));

            for (Future<Answer> answer : answers) {
                Answer got = answer.get(20, TimeUnit.SECONDS);
                assertThat(got.body().get("state").stringValue()).isEqualTo("SUCCEEDED");
                assertThat(got.text()).contains("\"result\":{\"done\" : true}");
            }
            assertThat(api.bean(Waiters.class).size()).isZero();
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void a_wait_ends_with_the_patience_of_the_caller_or_the_stop_of_the_service() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (Api api = Api.start()) {
            TaskId task = api.rows().draft().waiting();
            long before = System.nanoTime();
            Answer answer = api.get("/tasks/" + task + "?wait=700ms");
            assertThat(answer.body().get("state").stringValue()).isEqualTo("WAITING");
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(700));

            assertThat(api.get("/tasks/" + task + "?wait=61s").status()).isEqualTo(422);
            assertThat(api.get("/tasks/" + task + "?wait=long").status()).isEqualTo(400);
            assertThat(api.get("/tasks/" + TaskId.next() + "?wait=1s").status()).isEqualTo(404);
            assertThat(api.get("/tasks/nonsense?wait=1s").status()).isEqualTo(404);

            Future<Answer> waiting = pool.submit(() -> api.get("/tasks/" + task + "?wait=60s"));
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> api.bean(Waiters.class).size() == 1);
            api.close();
            assertThat(waiting.get(20, TimeUnit.SECONDS).status()).isEqualTo(200);
        } finally {
            pool.shutdownNow();
        }
    }
}
