package dev.holdfast.dispatcher.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.dispatcher.Api;
import dev.holdfast.dispatcher.Api.Answer;
import dev.holdfast.store.submit.Backoff;
import dev.holdfast.store.submit.IdempotencyKey;
import dev.holdfast.store.submit.Submission;
import dev.holdfast.store.submit.Submissions;
import dev.holdfast.store.submit.SubmitResult;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.WorkerLostPolicy;
import dev.holdfast.verification.Answers;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class IdempotencyIT {

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
    void the_same_key_and_body_answer_with_the_same_task() {
        Answer first =
                api.post("/tasks", "{\"type\":\"echo\",\"priority\":1,\"payload\":{\"a\":1,\"b\":2.0}}", key("same"));
        Answer second = api.post(
                "/tasks", "{ \"payload\": {\"b\":2.0, \"a\":1}, \"priority\":1, \"type\":\"echo\"}", key("same"));

        assertThat(first.status()).isEqualTo(202);
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.id()).isEqualTo(first.id());
        assertThat(second.header("location")).isEqualTo(first.header("location"));
    }

    @Test
    @Answers("O32")
    void the_same_key_and_another_body_are_a_conflict_and_store_nothing() {
        api.post("/tasks", "{\"type\":\"echo\"}", key("other"));
        long before = api.count("task");

        Answer answer = api.post("/tasks", "{\"type\":\"echo\",\"priority\":1}", key("other"));
        Answer batch = api.post("/tasks:batch", "{\"tasks\":[{\"type\":\"echo\"}]}", key("other"));

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.body().get("type").stringValue()).isEqualTo("urn:holdfast:problem:idempotency-key-reused");
        assertThat(batch.status()).isEqualTo(409);
        assertThat(api.count("task")).isEqualTo(before);
    }

    @Test
    void one_key_stands_for_a_whole_batch() {
        String body = "{\"tasks\":[{\"type\":\"echo\"},{\"type\":\"sleep\"},{\"type\":\"echo\"}]}";

        Answer first = api.post("/tasks:batch", body, key("batch"));
        Answer second = api.post("/tasks:batch", body, key("batch"));

        assertThat(first.status()).isEqualTo(202);
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.body()).isEqualTo(first.body());
    }

    @Test
    @Answers("O32")
    void eight_that_race_for_a_key_get_one_task() throws Exception {
        int threads = 8;
        for (int round = 0; round < 25; round++) {
            String key = "race-" + round;
            String body = "{\"type\":\"race\",\"labels\":{\"round\":\"" + round + "\"}}";
            List<Answer> answers = together(threads, () -> api.post("/tasks", body, key(key)));

            assertThat(answers).extracting(Answer::status).containsOnlyOnce(202).containsOnly(200, 202);
            assertThat(answers)
                    .extracting(Answer::id)
                    .containsOnly(answers.get(0).id());
            assertThat(api.get("/tasks/" + answers.get(0).id()).status()).isEqualTo(200);
        }
        assertThat(api.count("task where type = 'race'")).isEqualTo(25);
    }

    @Test
    @Answers("O32")
    void a_winner_that_rolls_back_leaves_the_key_free() throws Exception {
        try (Connection winner = api.database().dataSource().getConnection()) {
            winner.setAutoCommit(false);
            winner.createStatement()
                    .execute("insert into idempotency_key (caller, key, body_sha256, task_ids)"
                            + " values ('anonymous', 'rolled-back', '\\x00', array[gen_random_uuid()])");
            ExecutorService loser = Executors.newSingleThreadExecutor();
            try {
                Future<Answer> answer =
                        loser.submit(() -> api.post("/tasks", "{\"type\":\"echo\"}", key("rolled-back")));
                await().atMost(Duration.ofSeconds(10))
                        .until(() -> api.count(
                                        "pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")
                                > 0);
                winner.rollback();
                assertThat(answer.get(20, TimeUnit.SECONDS).status()).isEqualTo(202);
            } finally {
                loser.shutdownNow();
            }
        }
    }

    @Test
    @Answers("O32")
    void fifty_at_once_agree_on_one_task_whether_or_not_the_first_rolls_back() throws Exception {
        for (int round = 0; round < 6; round++) {
            String key = "fifty-" + round;
            String body = "{\"type\":\"fifty\",\"labels\":{\"round\":\"" + round + "\"}}";
            ExecutorService pool = Executors.newFixedThreadPool(50);
            try (Connection first = api.database().dataSource().getConnection()) {
                first.setAutoCommit(false);
                if (round % 2 == 0) {
                    first.createStatement()
                            .execute("insert into idempotency_key (caller, key, body_sha256, task_ids) values"
                                    + " ('anonymous', '" + key + "', '\\x00', array[gen_random_uuid()])");
                }
                List<Future<Answer>> futures = new ArrayList<>();
                for (int i = 0; i < 50; i++) {
                    futures.add(pool.submit(() -> api.post("/tasks", body, key(key))));
                }
                if (round % 2 == 0) {
                    await().atMost(Duration.ofSeconds(10))
                            .until(() -> api.count("pg_stat_activity where wait_event_type = 'Lock'"
                                            + " and datname = current_database()")
                                    > 0);
                    first.rollback();
                }
                List<Answer> stored = new ArrayList<>();
                for (Future<Answer> future : futures) {
                    Answer answer = future.get(30, TimeUnit.SECONDS);
                    // 503: the pool was too busy to say; the caller asks again.
                    assertThat(answer.status()).isIn(200, 202, 503);
                    if (answer.status() != 503) {
                        stored.add(answer);
                    }
                }
                assertThat(stored).extracting(Answer::status).containsOnlyOnce(202);
                assertThat(stored)
                        .extracting(Answer::id)
                        .containsOnly(stored.get(0).id());
                assertThat(api.get("/tasks/" + stored.get(0).id()).status()).isEqualTo(200);
            } finally {
                pool.shutdownNow();
            }
        }
        assertThat(api.count("task where type = 'fifty'")).isEqualTo(6);
    }

    @Test
    @Answers("O32")
    void the_key_of_another_caller_is_another_key() {
        Submissions submissions = api.bean(Submissions.class);
        for (String caller : List.of("a", "b")) {
            assertThat(submissions.submit(
                            new IdempotencyKey(caller, "mine", new byte[] {(byte) caller.charAt(0)}),
                            "api " + caller,
                            List.of(submission())))
                    .as(caller)
                    .isInstanceOf(SubmitResult.Accepted.class);
        }
    }

    private static Submission submission() {
        return new Submission(
                TaskId.next(),
                new RouteName("default", "callers"),
                "null",
                List.of(),
                Map.of(),
                0,
                null,
                null,
                null,
                new Submission.Policies(
                        Duration.ofHours(1),
                        1,
                        new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(1), 1, 0),
                        3,
                        WorkerLostPolicy.RESUBMIT),
                null);
    }

    static <T> List<T> together(int threads, Callable<T> call) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier barrier = new CyclicBarrier(threads);
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                futures.add(pool.submit(() -> {
                    barrier.await(20, TimeUnit.SECONDS);
                    return call.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get(30, TimeUnit.SECONDS));
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    private static String[] key(String key) {
        return new String[] {"Idempotency-Key", key};
    }
}
