package dev.holdfast.dispatcher.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Broker;
import dev.holdfast.messaging.BrokerProperties.QueueType;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.store.grant.Granted;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import dev.holdfast.verification.Answers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A broker that dies, is wiped, blocks or falls silent. */
class BrokerFaultsIT {

    private static final Duration SOON = Duration.ofSeconds(15);
    private static final Duration RESTART = Duration.ofSeconds(60);

    private static Broker broker;

    private final DataSource database = Backing.database().dataSource();

    @BeforeAll
    static void startBroker() {
        broker = Backing.ownBroker();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void emptyQueue() throws Exception {
        try (Connection connection = broker.connectionFactory().newConnection("test");
                Channel channel = connection.createChannel()) {
            Declarations declarations = new Declarations(QueueType.CLASSIC);
            declarations.common(channel);
            channel.queuePurge(declarations.taskQueue(channel, PublishRig.ECHO));
        }
    }

    private PublishRig started() {
        PublishRig rig = new PublishRig(database, broker, PublishRig.settings());
        rig.worker("w1", 10);
        rig.line.start();
        await().atMost(SOON).until(() -> rig.taskPublisher.budget() > 0);
        return rig;
    }

    @Test
    @Answers("A11")
    void while_the_broker_is_away_nothing_is_leased_and_what_was_granted_is_published_after_its_return()
            throws Exception {
        try (PublishRig rig = started()) {
            broker.kill();
            await().atMost(SOON).until(() -> rig.taskPublisher.budget() == 0);
            assertThat(rig.grantedTasks.lanes()).isEmpty();
            Granted handedOver = rig.ready(rig.rows.draft().waiting(), Duration.ofSeconds(2));
            Granted left = rig.ready(rig.rows.draft().waiting(), null);
            rig.grantedTasks.granted(List.of(handedOver));
            await().during(Duration.ofSeconds(3))
                    .atMost(SOON)
                    .until(() -> rig.leased(left.key().task()) == 0
                            && rig.state(left).equals("READY"));
            assertThat(new BrokerHealth(rig.link, rig.marks)
                            .health()
                            .getStatus()
                            .getCode())
                    .isEqualTo("DOWN");

            if (broker.isRabbit()) {
                broker.start();
            } else {
                broker.restart(false);
            }

            await().atMost(RESTART)
                    .until(() -> rig.state(handedOver).equals("QUEUED")
                            && rig.state(left).equals("QUEUED"));
            assertThat(rig.messages()).contains(handedOver.key(), left.key());
            assertThat(rig.republished()).isZero();
        }
    }

    @Test
    @Answers({"S20", "A15"})
    void a_wiped_broker_gets_all_its_messages_again_within_15_s_of_its_return() throws Exception {
        try (PublishRig rig = started()) {
            List<AttemptKey> keys = rig.publishAndAwaitQueued(20);
            broker.restart(false);

            long back = System.nanoTime();
            await().atMost(Duration.ofSeconds(15)).until(() -> rig.republished() == 20);

            assertThat(Duration.ofNanos(System.nanoTime() - back)).isLessThan(Duration.ofSeconds(15));
            assertThat(rig.messages()).containsExactlyInAnyOrderElementsOf(keys);
        }
    }

    @Test
    void a_wiped_broker_is_found_out_although_workers_declared_its_queues_first() throws Exception {
        List<AttemptKey> keys;
        try (PublishRig rig = started()) {
            keys = rig.publishAndAwaitQueued(5);
        }
        broker.restart(false);
        emptyQueue();

        try (PublishRig next = new PublishRig(database, broker, PublishRig.settings())) {
            next.jdbc.sql("update worker set slots = 1").update();
            next.jdbc.sql("update worker set drain_requested = true").update();
            next.line.start();

            await().atMost(SOON).until(() -> next.republished() == 5);
            assertThat(next.messages()).containsExactlyInAnyOrderElementsOf(keys);
        }
    }

    @Test
    @Answers("O4")
    void a_blocked_connection_leases_nothing_and_shuts_the_windows_until_it_is_free_again() throws Exception {
        assumeThat(broker.isRabbit())
                .as("the embedded broker has no memory alarm")
                .isTrue();
        try (PublishRig rig = started()) {
            broker.ctl("set_vm_memory_high_watermark", "0");
            Granted first = rig.ready(rig.rows.draft().waiting(), Duration.ofSeconds(2));
            // RabbitMQ blocks a connection when it publishes.
            rig.grantedTasks.granted(List.of(first));
            await().atMost(SOON).until(() -> rig.taskPublisher.budget() == 0);
            Granted left = rig.ready(rig.rows.draft().waiting(), null);

            assertThat(rig.grantedTasks.lanes()).isEmpty();
            assertThat(new BrokerHealth(rig.link, rig.marks).health().getDetails())
                    .containsEntry("blocked", true);
            await().during(Duration.ofSeconds(4))
                    .atMost(SOON)
                    .until(() -> rig.leased(left.key().task()) == 0);

            broker.ctl("set_vm_memory_high_watermark", "0.4");

            await().atMost(SOON)
                    .until(() ->
                            rig.state(first).equals("QUEUED") && rig.state(left).equals("QUEUED"));
            assertThat(rig.messages()).contains(first.key(), left.key());
            assertThat(rig.grantedTasks.lanes()).isNotEmpty();
        } finally {
            broker.ctl("set_vm_memory_high_watermark", "0.4");
        }
    }

    @Test
    @Answers("O3")
    void a_broker_that_falls_silent_is_given_up_and_nothing_unconfirmed_counts_as_sent() throws Exception {
        try (SwallowingProxy proxy = new SwallowingProxy(broker.host(), broker.port());
                PublishRig rig = new PublishRig(database, broker, proxy.port(), PublishRig.settings())) {
            rig.worker("w1", 10);
            rig.line.start();
            await().atMost(SOON).until(() -> rig.taskPublisher.budget() > 0);
            proxy.swallow();
            List<Granted> unconfirmed = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                unconfirmed.add(rig.ready(rig.rows.draft().waiting(), Duration.ofSeconds(2)));
            }
            rig.grantedTasks.granted(unconfirmed);
            await().atMost(SOON).until(() -> rig.taskPublisher.budget() == 0);
            assertThat(unconfirmed)
                    .allSatisfy(granted -> assertThat(rig.state(granted)).isEqualTo("READY"));
            await().atMost(SOON).until(() -> rig.marks.underWay() == 0);

            proxy.heal();

            TaskId after = rig.rows.draft().waiting();
            Granted late = rig.ready(after, null);
            await().atMost(SOON)
                    .until(() -> rig.state(late).equals("QUEUED")
                            && unconfirmed.stream().allMatch(g -> rig.state(g).equals("QUEUED")));
            assertThat(rig.marks.underWay()).isZero();
            assertThat(new HashSet<>(rig.messages()))
                    .containsAll(unconfirmed.stream().map(Granted::key).toList());
            if (broker.isRabbit()) {
                await().atMost(SOON)
                        .until(() -> broker.ctl("list_connections", "client_properties")
                                        .split("holdfast dispatcher: publish", -1)
                                        .length
                                == 2);
            }
        }
    }

    @Test
    @Answers("O3")
    void silent_spells_use_up_neither_channels_nor_what_may_be_under_way() throws Exception {
        try (SwallowingProxy proxy = new SwallowingProxy(broker.host(), broker.port());
                PublishRig rig = new PublishRig(database, broker, proxy.port(), PublishRig.settings())) {
            rig.worker("w1", 1_000);
            rig.line.start();
            await().atMost(SOON).until(() -> rig.taskPublisher.budget() > 0);
            rig.publishAndAwaitQueued(1);
            int budget = rig.taskPublisher.budget();
            long channels = channels();
            for (int spell = 0; spell < 3; spell++) {
                proxy.swallow();
                List<Granted> unanswered = new ArrayList<>();
                for (int i = 0; i < 30; i++) {
                    unanswered.add(rig.ready(rig.rows.draft().waiting(), Duration.ofSeconds(2)));
                }
                rig.grantedTasks.granted(unanswered);
                await().atMost(SOON).until(() -> rig.taskPublisher.budget() == 0);
                proxy.heal();
                await().atMost(SOON)
                        .until(() -> unanswered.stream()
                                .allMatch(granted -> rig.state(granted).equals("QUEUED")));
            }

            long healed = System.nanoTime();
            assertThat(rig.publishAndAwaitQueued(50)).hasSize(50);
            assertThat(Duration.ofNanos(System.nanoTime() - healed)).isLessThan(SOON);
            await().atMost(SOON).untilAsserted(() -> {
                assertThat(rig.marks.underWay()).isZero();
                assertThat(rig.taskPublisher.budget()).isEqualTo(budget);
                assertThat(channels()).isEqualTo(channels);
            });
        }
    }

    /** That the broker knows of; 0 if it does not tell. */
    private static long channels() {
        return broker.isRabbit()
                ? broker.ctl("list_channels", "--quiet", "pid").lines().count()
                : 0;
    }
}
