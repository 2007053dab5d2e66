package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.task.AttemptKey;
import dev.holdfast.verification.Answers;
import dev.holdfast.worker.rig.Rig;
import dev.holdfast.worker.rig.Rig.Options;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
}
