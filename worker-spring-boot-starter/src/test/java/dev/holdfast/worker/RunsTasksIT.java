package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.task.AttemptKey;
import dev.holdfast.verification.Answers;
import dev.holdfast.worker.rig.Rig;
import dev.holdfast.worker.rig.Rig.Options;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class RunsTasksIT {

    private final Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void a_published_task_is_claimed_run_and_finished_and_its_message_is_gone() throws Exception {
        rig.start(new Options(), Rig.handler("echo", (input, task) -> Map.of("got", input)));
        AttemptKey key = rig.publish(rig.rows.draft().exclusive("r").queued());
        rig.await(key.task(), "SUCCEEDED");
        assertThat(rig.jdbc
                        .sql("select result::text from task_done")
                        .query(String.class)
                        .single())
                .isEqualTo("{\"got\":{\"n\":1}}");
        assertThat(rig.rows.reservations(key.task())).isEmpty();
        assertThat(rig.ready("echo")).isZero();
    }

    @Test
    void many_short_tasks_all_end_once() throws Exception {
        rig.start(new Options().slots(3), Rig.handler("echo", (input, task) -> null));
        List<AttemptKey> keys =
                IntStream.range(0, 200).mapToObj(i -> rig.rows.draft().queued()).toList();
        keys.forEach(rig::publish);
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(rig.jdbc
                                .sql("select count(*) from task_done where state = 'SUCCEEDED'")
                                .query(Integer.class)
                                .single())
                        .isEqualTo(200));
        assertThat(rig.jdbc
                        .sql("select count(*) from attempt")
                        .query(Integer.class)
                        .single())
                .isEqualTo(200);
    }

    @Test
    @Answers({"O1", "O22"})
    void what_a_handler_throws_fails_its_attempt_and_nothing_else() throws Exception {
        rig.start(
                new Options(),
                Rig.handler("echo", (input, task) -> null),
                Rig.handler("boom", (input, task) -> {
                    throw new IllegalStateException("boom\u0000");
                }),
                Rig.handler("deep", (input, task) -> {
                    throw new StackOverflowError();
                }));
        AttemptKey boom = rig.publish(rig.rows.draft().type("boom").queued());
        AttemptKey deep = rig.publish(rig.rows.draft().type("deep").queued());
        rig.await(boom.task(), "FAILED/ERROR");
        rig.await(deep.task(), "FAILED/ERROR");
        AttemptKey after = rig.publish(rig.rows.draft().queued());
        rig.await(after.task(), "SUCCEEDED");
    }

    @Test
    @Answers({"P11", "S4"})
    void start_and_end_are_written_by_its_worker_and_the_start_before_its_code_begins() throws Exception {
        JdbcClient elsewhere = JdbcClient.create(rig.database.dataSource());
        String begun =
                "select l.state || ' ' || l.attempt || ' ' || l.fencing_token || ' ' || l.claimed_at || ' ' || w.name"
                        + " from task_live l join worker w using (incarnation) where l.id = ?";
        rig.start(
                new Options(),
                Rig.handler(
                        "echo",
                        (input, task) -> elsewhere
                                .sql(begun)
                                .param(task.taskId())
                                .query(String.class)
                                .single()));
        AttemptKey key = rig.publish(rig.rows.draft().exclusive("r").queued());
        rig.await(key.task(), "SUCCEEDED");

        assertThat(rig.jdbc
                        .sql("select result #>> '{}' from task_done")
                        .query(String.class)
                        .single())
                .isEqualTo(rig.jdbc
                        .sql("select 'RUNNING 1 ' || fencing_token || ' ' || claimed_at || ' w1' from attempt")
                        .query(String.class)
                        .single());
        assertThat(rig.jdbc
                        .sql("select to_state || ' by ' || actor from history where version > 1 order by version")
                        .query(String.class)
                        .list())
                .containsExactly("RUNNING by worker w1", "SUCCEEDED by worker w1");
    }

    @Test
    @Answers("O36")
    void no_transaction_is_open_while_code_runs() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        rig.start(new Options(), Rig.handler("echo", (input, task) -> {
            task.progress(1, "begun");
            open.await();
            return null;
        }));
        List<AttemptKey> keys = IntStream.range(0, 4)
                .mapToObj(i -> rig.publish(rig.rows.draft().exclusive("r" + i).queued()))
                .toList();
        keys.forEach(key -> rig.await(key.task(), "RUNNING"));

        // Two heartbeats, and the writes of progress.
        Awaitility.await()
                .during(Duration.ofMillis(1200))
                .atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> rig.jdbc
                                .sql("select count(*) from pg_stat_activity where datname = current_database()"
                                        + " and state like 'idle in transaction%'")
                                .query(Integer.class)
                                .single()
                        == 0);
        open.countDown();
        keys.forEach(key -> rig.await(key.task(), "SUCCEEDED"));
    }

    @Test
    @Answers("O22")
    void whatever_an_error_says_of_itself_it_is_stored_and_counted() throws Exception {
        Exception cycle = new Exception("a");
        cycle.initCause(new Exception("b", cycle));
        Exception deep = new Exception("innermost");
        for (int i = 0; i < 10_000; i++) {
            deep = new Exception("cause " + i, deep);
        }
        Map<String, Throwable> kinds = Map.of(
                "nul", new IllegalStateException("a\u0000b"),
                "half", new IllegalStateException("a\uD800"),
                "long", new IllegalStateException("x".repeat(5_000_000)),
                "silent", new IllegalStateException((String) null),
                "throws", new Speechless(() -> new IllegalStateException("no")),
                "dies", new Speechless(() -> new AssertionError("no")),
                "deep", deep,
                "cycle", cycle);
        rig.start(
                new Options(),
                kinds.entrySet().stream()
                        .map(kind -> Rig.handler(kind.getKey(), (input, task) -> throwIt(kind.getValue())))
                        .toArray(TaskHandler[]::new));

        for (String kind : kinds.keySet()) {
            AttemptKey key = rig.publish(rig.rows.draft().type(kind).queued());
            rig.await(key.task(), "FAILED/ERROR");
            assertThat(rig.jdbc
                            .sql("select error from attempt where task_id = ?")
                            .param(key.task().value())
                            .query(String.class)
                            .single())
                    .as(kind)
                    .isNotBlank()
                    .hasSizeLessThanOrEqualTo(8_000);
            assertThat(rig.jdbc
                            .sql("select failures from task_done where id = ?")
                            .param(key.task().value())
                            .query(Integer.class)
                            .single())
                    .as(kind)
                    .isEqualTo(1);
        }
        assertThat(rig.ends).isEmpty();
    }

    @Test
    @Answers("O34")
    void a_result_too_large_ends_its_task_for_good_and_nothing_else() throws Exception {
        rig.start(
                new Options(),
                Rig.handler("emit", (input, task) -> "x".repeat(30_000_000)),
                Rig.handler("echo", (input, task) -> "x".repeat(200_000)));
        AttemptKey large =
                rig.publish(rig.rows.draft().type("emit").maxAttempts(5).queued());
        AttemptKey fits = rig.publish(rig.rows.draft().queued());
        rig.await(large.task(), "FAILED/ERROR");
        rig.await(fits.task(), "SUCCEEDED");
        assertThat(rig.jdbc
                        .sql("select error from task_done where error is not null")
                        .query(String.class)
                        .single())
                .startsWith("the result is");
        assertThat(rig.outcomes(large.task())).containsExactly("FAILED");
    }

    private static Object throwIt(Throwable thrown) throws Exception {
        if (thrown instanceof Exception exception) {
            throw exception;
        }
        throw (Error) thrown;
    }

    /** Cannot even say what went wrong. */
    private static final class Speechless extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Supplier<Throwable> instead;

        Speechless(Supplier<Throwable> instead) {
            this.instead = instead;
        }

        @Override
        public String getMessage() {
            Throwable thrown = instead.get();
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        }
    }
}
