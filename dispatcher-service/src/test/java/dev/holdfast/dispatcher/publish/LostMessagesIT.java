package dev.holdfast.dispatcher.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Broker;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.messaging.Topology;
import dev.holdfast.store.grant.Granted;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import dev.holdfast.verification.Answers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With the bounds of {@link PublishRig#settings()}: lost after 2 s, overtaken by 1 s, looks 1 s apart. */
class LostMessagesIT {

    private static final Duration SOON = Duration.ofSeconds(15);
    private static final Duration LONG_ENOUGH_FOR_A_WRONG_REPAIR = Duration.ofSeconds(7);

    private final Broker broker = Backing.broker();
    private final PublishRig rig = new PublishRig(Backing.database().dataSource(), broker, PublishRig.settings());

    @BeforeEach
    void start() {
        rig.line.start();
        await().atMost(SOON).until(() -> rig.taskPublisher.budget() > 0);
    }

    @AfterEach
    void stop() {
        rig.close();
        broker.close();
    }

    @Test
    @Answers("S20")
    void purged_messages_are_sent_again_under_the_same_number_while_a_slot_is_free() throws Exception {
        rig.worker("w1", 10);
        List<AttemptKey> keys = rig.publishAndAwaitQueued(3);
        broker.purge(Topology.queueOf(PublishRig.ECHO));

        await().atMost(SOON).until(() -> rig.republished() == 3);

        assertThat(rig.messages()).containsExactlyInAnyOrderElementsOf(keys);
        assertThat(keys).allSatisfy(key -> {
            assertThat(rig.rows.state(key.task())).isEqualTo("QUEUED");
            assertThat(rig.number(key.task(), "republished")).isEqualTo(1);
            assertThat(rig.number(key.task(), "attempt")).isEqualTo(1);
        });
    }

    @Test
    @Answers("S8")
    void nothing_is_sent_again_while_every_slot_is_busy_and_nothing_was_overtaken() throws Exception {
        Incarnation busy = rig.worker("w1", 1);
        try (TestWorker worker = new TestWorker(rig, broker, busy)) {
            List<AttemptKey> keys = rig.publishAndAwaitQueued(1);
            await().atMost(SOON).until(() -> !worker.running.isEmpty());
            List<AttemptKey> waiting = rig.publishAndAwaitQueued(2);
            broker.purge(Topology.queueOf(PublishRig.ECHO));

            await().during(LONG_ENOUGH_FOR_A_WRONG_REPAIR)
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> rig.republished() == 0);

            worker.finish();
            // Both are sent again; the one that is claimed before its confirm is marked is not counted in its row.
            await().atMost(SOON).until(() -> rig.republished() >= 1);
            await().atMost(SOON).until(() -> !worker.running.isEmpty());
            assertThat(waiting).contains(worker.running.peek());
            assertThat(rig.rows.state(keys.get(0).task())).isEqualTo("SUCCEEDED");
        }
    }

    @Test
    @Answers("S5")
    void without_faults_slow_workers_cause_no_repetition() throws Exception {
        Incarnation slow = rig.worker("w1", 1);
        try (TestWorker worker = new TestWorker(rig, broker, slow)) {
            rig.publishAndAwaitQueued(4);
            for (int done = 0; done < 4; done++) {
                await().atMost(SOON).until(() -> !worker.running.isEmpty());
                await().during(Duration.ofMillis(2500)).atMost(SOON).until(() -> rig.republished() == 0);
                worker.finish();
            }
            assertThat(worker.deliveries).hasValue(4);
        }
        assertThat(rig.republished()).isZero();
    }

    @Test
    void one_that_was_overtaken_is_sent_again_although_every_slot_is_busy() throws Exception {
        Incarnation busy = rig.worker("w1", 1);
        List<AttemptKey> lost = rig.publishAndAwaitQueued(1);
        broker.purge(Topology.queueOf(PublishRig.ECHO));
        await().pollDelay(Duration.ofMillis(1200)).until(() -> true);
        List<AttemptKey> later = rig.publishAndAwaitQueued(1);
        try (TestWorker worker = new TestWorker(rig, broker, busy)) {
            await().atMost(SOON).until(() -> !worker.running.isEmpty());
            assertThat(worker.running).containsExactlyElementsOf(later);

            await().atMost(SOON).until(() -> rig.republished() == 1);

            assertThat(rig.messages()).isEqualTo(lost);
        }
    }

    @Test
    @Answers("O6")
    void a_deleted_queue_is_declared_again_and_what_was_in_it_sent_at_once_although_every_slot_is_busy()
            throws Exception {
        Incarnation busy = rig.worker("w1", 1);
        try (TestWorker worker = new TestWorker(rig, broker, busy)) {
            rig.publishAndAwaitQueued(1);
            await().atMost(SOON).until(() -> !worker.running.isEmpty());
            List<AttemptKey> lost = rig.publishAndAwaitQueued(2);
            deleteQueue();

            Granted next = rig.ready(rig.rows.draft().waiting(), Duration.ofSeconds(2));
            rig.grantedTasks.granted(List.of(next));

            await().atMost(SOON).until(() -> rig.rows.state(next.key().task()).equals("QUEUED"));
            await().atMost(SOON).until(() -> rig.republished() == 2);
            assertThat(rig.messages()).contains(next.key()).containsAll(lost);
        }
    }

    @Test
    void an_old_stale_message_stops_counting_when_its_queue_is_empty() {
        rig.worker("w1", 1);
        int route = rig.rows.openRoute("default", "echo");
        TaskId canceled = TaskId.next();
        rig.jdbc
                .sql("insert into stale_message (task_id, attempt, route) values (?, 1, ?)")
                .params(canceled.value(), route)
                .update();
        assertThat(rig.grantedTasks.lanes())
                .anySatisfy(lane -> assertThat(lane.room()).isEqualTo(1));

        await().atMost(SOON)
                .until(() -> rig.grantedTasks.lanes().stream().anyMatch(lane -> !lane.suspect() && lane.room() == 2));
    }

    @Test
    @Answers("S8")
    void what_waits_with_the_broker_for_hours_is_not_sent_again() throws Exception {
        Incarnation busy = rig.worker("w1", 1);
        try (TestWorker worker = new TestWorker(rig, broker, busy)) {
            rig.publishAndAwaitQueued(1);
            await().atMost(SOON).until(() -> !worker.running.isEmpty());
            List<AttemptKey> old = rig.publishAndAwaitQueued(2);
            rig.jdbc
                    .sql("update task_live set published_at = published_at - interval '5 hours',"
                            + " claimed_at = claimed_at - interval '5 hours', since = since - interval '5 hours'")
                    .update();

            await().during(Duration.ofSeconds(5)).atMost(Duration.ofSeconds(20)).until(() -> rig.republished() == 0);

            assertThat(old).allSatisfy(key -> {
                assertThat(rig.rows.state(key.task())).isEqualTo("QUEUED");
                assertThat(rig.number(key.task(), "attempt")).isEqualTo(1);
            });
        }
    }

    private void deleteQueue() throws Exception {
        try (Connection connection = broker.connectionFactory().newConnection("test");
                Channel channel = connection.createChannel()) {
            channel.queueDelete(Topology.queueOf(PublishRig.ECHO));
        }
    }
}
