package dev.holdfast.dispatcher.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Broker;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.messaging.BrokerProperties.QueueType;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.messaging.TaskMessage;
import dev.holdfast.messaging.Topology;
import dev.holdfast.store.claim.Claims;
import dev.holdfast.store.grant.Granted;
import dev.holdfast.store.publish.Leased;
import dev.holdfast.store.publish.Leases;
import dev.holdfast.store.publish.Published;
import dev.holdfast.store.publish.Publisher;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Reason;
import dev.holdfast.task.TaskId;
import dev.holdfast.verification.Answers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class PublishIT {

    private static final Duration SOON = Duration.ofSeconds(10);

    private final Broker broker = Backing.broker();
    private final PublishRig rig = new PublishRig(Backing.database().dataSource(), broker, PublishRig.settings());

    @AfterEach
    void stop() {
        rig.close();
        broker.close();
    }

    @Test
    void what_was_granted_reaches_the_broker_in_order_and_is_marked_queued() throws Exception {
        rig.rows.worker("w1", Duration.ofMinutes(5));
        rig.line.start();
        await().atMost(SOON).until(() -> rig.taskPublisher.budget() > 0);
        List<AttemptKey> keys = new ArrayList<>();
        List<Granted> granted = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            granted.add(rig.ready(rig.rows.draft().exclusive("r" + i).waiting(), Duration.ofMinutes(1)));
            keys.add(granted.get(i).key());
        }

        rig.grantedTasks.granted(granted);

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(keys)
                        .allSatisfy(
                                key -> assertThat(rig.rows.state(key.task())).isEqualTo("QUEUED")));
        assertThat(rig.messages()).isEqualTo(keys);
        assertThat(rig.rows.history(keys.get(0).task())).containsExactly(">WAITING", "READY>QUEUED");
        assertThat(rig.marks.underWay()).isZero();
        assertThat(rig.republished()).isZero();
    }

    @Test
    @Answers({"A2", "A3", "A11", "O10"})
    void a_row_whose_publisher_died_between_publish_and_mark_is_published_again_as_the_same_attempt() throws Exception {
        rig.rows.worker("w1", Duration.ofMinutes(5));
        TaskId id = rig.rows.draft().waiting();
        Granted granted = rig.ready(id, Duration.ofMillis(700));
        rig.line.start();

        await().atMost(SOON).until(() -> rig.rows.state(id).equals("QUEUED"));

        assertThat(rig.messages()).containsExactly(granted.key());
        assertThat(granted.key().number()).isEqualTo(1);
    }

    @Test
    @Answers("O6")
    void a_message_that_found_no_queue_is_not_queued_but_sent_again_once_the_queue_is_back() throws Exception {
        rig.worker("w1", 10);
        rig.line.start();
        rig.publishAndAwaitQueued(1);
        rig.messages();
        deleteQueue();

        List<AttemptKey> keys = rig.publishAndAwaitQueued(3);

        assertThat(rig.messages()).containsAll(keys);
        assertThat(rig.marks.underWay()).isZero();
    }

    @Test
    void marks_and_claims_of_the_same_rows_neither_deadlock_nor_wait_for_each_other() throws Exception {
        Incarnation worker = rig.worker("w1", 10_000);
        Claims claims = new Claims(rig.jdbc);
        List<AttemptKey> keys = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            keys.add(
                    rig.ready(rig.rows.draft().waiting(), Duration.ofMinutes(1)).key());
        }
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int round = 0; round < 15; round++) {
            List<AttemptKey> shuffled = shuffled(keys, round);
            calls.add(() -> rig.leases
                    .markQueued(shuffled.stream().map(k -> new Published(k, 5)).toList())
                    .marked());
            List<AttemptKey> some = shuffled(keys, 100 + round).subList(0, 20);
            calls.add(() -> claims.claim(worker, "w1", some).size());
        }

        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            for (Future<Integer> answer : threads.invokeAll(calls)) {
                // a deadlock or a lock timeout would be thrown here
                answer.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(keys)
                .allSatisfy(key -> assertThat(rig.rows.state(key.task())).isIn("QUEUED", "RUNNING"));
    }

    @Test
    void the_marks_leave_to_the_next_try_what_somebody_holds() {
        AttemptKey held =
                rig.ready(rig.rows.draft().waiting(), Duration.ofMinutes(1)).key();
        AttemptKey free =
                rig.ready(rig.rows.draft().waiting(), Duration.ofMinutes(1)).key();
        AttemptKey stale = new AttemptKey(free.task(), 7);
        TransactionTemplate transactions = new TransactionTemplate(new DataSourceTransactionManager(rig.database));

        Leases.MarkAnswer answer = transactions.execute(status -> {
            rig.inTransaction(
                    "select 1 from task_live where id = ? for update",
                    held.task().value());
            return CompletableFuture.supplyAsync(
                            () -> rig.leases.markQueued(List.of(new Published(held, 1), new Published(free, 1))))
                    .join();
        });

        assertThat(answer).isEqualTo(new Leases.MarkAnswer(1, List.of(held)));
        assertThat(rig.leases.markQueued(List.of(new Published(held, 1))).marked())
                .isEqualTo(1);
        assertThat(rig.leases.markQueued(List.of(new Published(stale, 1))))
                .isEqualTo(new Leases.MarkAnswer(0, List.of()));
    }

    @Test
    void a_confirm_that_comes_late_does_not_mark_a_newer_attempt() {
        AttemptKey first =
                rig.ready(rig.rows.draft().waiting(), Duration.ofMinutes(1)).key();
        new Settlements(rig.jdbc).takeBack("test", Reason.PAUSED, List.of(first));
        AttemptKey second = rig.ready(first.task(), Duration.ofMinutes(1)).key();

        assertThat(rig.leases.markQueued(List.of(new Published(first, 1))))
                .isEqualTo(new Leases.MarkAnswer(0, List.of()));

        assertThat(second.number()).isEqualTo(2);
        assertThat(rig.rows.state(first.task())).as("not yet published").isEqualTo("READY");
    }

    @Test
    @Answers("O40")
    void a_lease_keeps_others_off_until_it_runs_out_or_is_given_back() {
        rig.worker("w1", 1);
        rig.routeSweep.pass();
        AttemptKey key = rig.ready(rig.rows.draft().waiting(), null).key();
        Leases other = new Leases(rig.jdbc, new Publisher(UUID.randomUUID(), "dispatcher 2", Duration.ofSeconds(5)));

        assertThat(rig.leases.leaseReady(10)).extracting(Leased::key).containsExactly(key);
        assertThat(other.leaseReady(10)).isEmpty();
        other.release(List.of(key), Duration.ZERO);
        assertThat(other.leaseReady(10)).as("only the holder gives it back").isEmpty();

        rig.leases.release(List.of(key), Duration.ZERO);

        assertThat(other.leaseReady(10)).extracting(Leased::key).containsExactly(key);
    }

    @Test
    void signals_reach_others_and_those_of_others_are_heard() throws Exception {
        rig.line.start();
        await().atMost(SOON).until(() -> rig.taskPublisher.budget() > 0 && rig.listener.isOpen());
        rig.grantSignals.set(0);
        AttemptKey canceled = new AttemptKey(TaskId.next(), 3);
        try (Connection connection = broker.connectionFactory().newConnection("test");
                Channel channel = connection.createChannel()) {
            String queue = new Declarations(QueueType.CLASSIC).signalQueue(channel, Topology.SIGNAL_CANCEL);

            rig.broadcasts.work();
            rig.broadcasts.cancel(canceled);
            rig.broadcasts.pass();
            channel.basicPublish(Topology.SIGNALS, Topology.SIGNAL_WORK, null, new byte[0]);

            await().atMost(SOON).until(() -> rig.grantSignals.get() == 1);
            await().atMost(SOON).untilAsserted(() -> {
                GetResponse heard = channel.basicGet(queue, true);
                assertThat(heard).isNotNull();
                assertThat(TaskMessage.read(heard.getBody())).isEqualTo(canceled);
            });
        }
    }

    @Test
    @Answers("O21")
    void an_unreadable_message_is_kept_in_the_database() throws Exception {
        rig.line.start();
        await().atMost(SOON).until(() -> rig.listener.isOpen());
        try (Connection connection = broker.connectionFactory().newConnection("test");
                Channel channel = connection.createChannel()) {
            channel.basicPublish(Topology.DEAD_LETTERS, "somewhere", null, "{\"no\":\0}".getBytes(UTF_8));
        }

        await().atMost(SOON)
                .until(() -> rig.jdbc
                                .sql(
                                        "select count(*) from dead_letter where queue = 'somewhere' and problem like 'no task message%'")
                                .query(Integer.class)
                                .single()
                        == 1);
        assertThat(rig.metrics.counter("holdfast.messages.dead.lettered").count())
                .isEqualTo(1);
    }

    private static List<AttemptKey> shuffled(List<AttemptKey> keys, int seed) {
        List<AttemptKey> shuffled = new ArrayList<>(keys);
        Collections.shuffle(shuffled, new Random(seed));
        return shuffled;
    }

    private void deleteQueue() throws Exception {
        try (Connection connection = broker.connectionFactory().newConnection("test");
                Channel channel = connection.createChannel()) {
            channel.queueDelete(Topology.queueOf(PublishRig.ECHO));
        }
    }
}
