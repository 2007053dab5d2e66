package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.holdfast.messaging.Topology;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import dev.holdfast.verification.Answers;
import dev.holdfast.worker.autoconfigure.Worker;
import dev.holdfast.worker.rig.Rig;
import dev.holdfast.worker.rig.Rig.Options;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReceivesIT {

    private final Rig rig = new Rig();
    private final CountDownLatch open = new CountDownLatch(1);
    private final TaskHandler<?, ?> gate = Rig.handler("gate", (input, task) -> {
        open.await();
        return null;
    });
    private final TaskHandler<?, ?> echo = Rig.handler("echo", (input, task) -> null);

    @AfterEach
    void close() {
        open.countDown();
        rig.close();
    }

    @Test
    @Answers("O27")
    void with_all_slots_taken_nothing_waits_here_that_an_idle_worker_could_run() throws Exception {
        Worker busy = rig.start(new Options().name("busy").slots(2), gate, echo);
        IntStream.range(0, 2)
                .forEach(i -> rig.publish(rig.rows.draft().type("gate").queued()));
        Rig.eventually(() -> assertThat(busy.slots().free()).isZero());
        Rig.eventually(() -> assertThat(rig.consumers("echo")).isZero());
        List<AttemptKey> shorts = IntStream.range(0, 5)
                .mapToObj(i -> rig.publish(rig.rows.draft().queued()))
                .toList();
        assertThat(rig.ready("echo")).isEqualTo(5);
        rig.start(new Options().name("idle"), echo);
        shorts.forEach(key -> rig.await(key.task(), "SUCCEEDED"));
        open.countDown();
        Rig.eventually(() -> assertThat(busy.slots().busy()).isZero());
        Rig.eventually(() -> assertThat(rig.consumers("echo")).isEqualTo(2));
    }

    @Test
    void many_routes_share_few_slots_and_none_starves() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Rig.Code code = (input, task) -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            Thread.sleep(5);
            running.decrementAndGet();
            return null;
        };
        List<TaskId> tasks = IntStream.range(0, 90)
                .mapToObj(i ->
                        rig.publish(rig.rows.draft().type("t" + i % 6).queued()).task())
                .toList();
        rig.start(
                new Options().slots(2),
                IntStream.range(0, 6).mapToObj(i -> Rig.handler("t" + i, code)).toArray(TaskHandler[]::new));
        tasks.forEach(task -> rig.await(task, "SUCCEEDED"));
        assertThat(most.get()).isEqualTo(2);
        for (int i = 0; i < 6; i++) {
            assertThat(rig.ready("t" + i)).isZero();
        }
    }

    @Test
    @Answers("O21")
    void what_nobody_can_read_goes_to_the_dead_letters_and_others_are_served() throws Exception {
        rig.start(new Options(), echo);
        AttemptKey before = rig.publish(rig.rows.draft().queued());
        rig.await(before.task(), "SUCCEEDED");
        try (Connection connection = rig.broker.connectionFactory().newConnection("test");
                Channel channel = connection.createChannel()) {
            channel.basicPublish(
                    Topology.TASKS,
                    Topology.queueOf(new RouteName("default", "echo")),
                    null,
                    "rubbish".getBytes(StandardCharsets.UTF_8));
            AttemptKey after = rig.publish(rig.rows.draft().queued());
            rig.await(after.task(), "SUCCEEDED");
            if (rig.broker.isRabbit()) {
                Rig.eventually(() -> assertThat(channel.queueDeclarePassive(Topology.DEAD_LETTERS)
                                .getMessageCount())
                        .isEqualTo(1));
            }
        }
        assertThat(rig.ready("echo")).isZero();
    }

    @Test
    @Answers("A13")
    void messages_of_attempts_that_are_not_to_run_are_acked_and_run_nothing() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        AttemptKey paused = rig.rows.draft().type("counted").queued();
        AttemptKey expired = rig.rows.draft().type("counted").queued();
        AttemptKey superseded = rig.rows.draft().type("counted").queued();
        rig.jdbc
                .sql("update task_live set expires_at = now() - interval '1 s' where id = ?")
                .params(expired.task().value())
                .update();
        AttemptKey stale = new AttemptKey(superseded.task(), 7);
        AttemptKey unknown = new AttemptKey(TaskId.next(), 1);
        rig.publish(expired);
        rig.start(new Options(), Rig.handler("counted", (input, task) -> ran.incrementAndGet()));
        rig.await(expired.task(), "FAILED/EXPIRED");
        rig.jdbc.sql("update route set paused = true").update();
        rig.publish(paused);
        rig.await(paused.task(), "WAITING");
        rig.publish(stale);
        rig.publishAs("counted", unknown);
        Rig.eventually(() -> assertThat(rig.ready("counted")).isZero());
        assertThat(ran.get()).isZero();
        assertThat(rig.rows.state(superseded.task())).isEqualTo("QUEUED");
    }

    @Test
    void one_suspect_at_a_time_and_the_one_that_is_returned_keeps_nobody_waiting() throws Exception {
        rig.start(new Options().slots(4), gate, echo);
        AttemptKey first = suspect("gate");
        rig.publish(first);
        rig.await(first.task(), "RUNNING");
        AttemptKey second = rig.publish(suspect("echo"));
        List<AttemptKey> others = IntStream.range(0, 10)
                .mapToObj(i -> rig.publish(rig.rows.draft().queued()))
                .toList();
        others.forEach(key -> rig.await(key.task(), "SUCCEEDED"));
        assertThat(rig.rows.state(second.task())).isEqualTo("QUEUED");
        open.countDown();
        rig.await(second.task(), "SUCCEEDED");
    }

    @Test
    @Answers("O6")
    void a_queue_that_was_deleted_is_declared_again_and_consumed() throws Exception {
        rig.start(new Options(), echo);
        AttemptKey before = rig.publish(rig.rows.draft().queued());
        rig.await(before.task(), "SUCCEEDED");
        try (Connection connection = rig.broker.connectionFactory().newConnection("test");
                Channel channel = connection.createChannel()) {
            channel.queueDelete(Topology.queueOf(new RouteName("default", "echo")));
        }
        Rig.eventually(() -> assertThat(rig.consumers("echo")).isEqualTo(1));
        AttemptKey after = rig.publish(rig.rows.draft().queued());
        rig.await(after.task(), "SUCCEEDED");
    }

    @Test
    @Answers({"O21", "O35"})
    void whatever_lies_in_its_queue_no_consumer_is_lost() throws Exception {
        rig.start(new Options(), echo);
        AttemptKey before = rig.publish(rig.rows.draft().queued());
        rig.await(before.task(), "SUCCEEDED");
        String id = TaskId.next().toString();
        List<byte[]> rubbish = new ArrayList<>(Stream.of(
                        "",
                        "{}",
                        "null",
                        "x/1",
                        id,
                        id + "/",
                        id + "/0",
                        id + "/-1",
                        id + "/99999999999",
                        id + "/1 ",
                        "{\"version\":999,\"task\":\"" + id + "\",\"attempt\":1}",
                        "[".repeat(100_000),
                        "x".repeat(1_000_000))
                .map(body -> body.getBytes(StandardCharsets.UTF_8))
                .toList());
        rubbish.add(new byte[] {(byte) 0xAC, (byte) 0xED, 0, 5, 0x73, 0x72});
        rubbish.add(new byte[] {(byte) 0xC3, 0x28, 0});
        AMQP.BasicProperties serialized = new AMQP.BasicProperties.Builder()
                .contentType("application/x-java-serialized-object")
                .deliveryMode(2)
                .build();
        try (Connection connection = rig.broker.connectionFactory().newConnection("test");
                Channel channel = connection.createChannel()) {
            if (rig.broker.isRabbit()) {
                channel.queuePurge(Topology.DEAD_LETTERS);
            }
            for (byte[] body : rubbish) {
                channel.basicPublish(
                        Topology.TASKS, Topology.queueOf(new RouteName("default", "echo")), serialized, body);
            }
            AttemptKey after = rig.publish(rig.rows.draft().queued());
            rig.await(after.task(), "SUCCEEDED");
            if (rig.broker.isRabbit()) {
                Rig.eventually(() -> assertThat(channel.queueDeclarePassive(Topology.DEAD_LETTERS)
                                .getMessageCount())
                        .isEqualTo(rubbish.size()));
            }
        }
        assertThat(rig.ready("echo")).isZero();
        assertThat(rig.consumers("echo")).isEqualTo(1);
    }

    private AttemptKey suspect(String type) {
        AttemptKey key = rig.rows.draft().type(type).queued();
        rig.jdbc
                .sql("update task_live set losses = 1 where id = ?")
                .params(key.task().value())
                .update();
        return key;
    }
}
