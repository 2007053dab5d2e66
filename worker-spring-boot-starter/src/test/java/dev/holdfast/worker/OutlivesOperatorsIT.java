package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Broker;
import dev.holdfast.messaging.BrokerProperties.QueueType;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.messaging.Topology;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.RouteName;
import dev.holdfast.verification.Answers;
import dev.holdfast.worker.autoconfigure.Worker;
import dev.holdfast.worker.rig.Rig;
import dev.holdfast.worker.rig.Rig.Options;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A RabbitMQ that somebody has configured, or takes apart, as they see fit. */
class OutlivesOperatorsIT {

    /**
     * How long the broker waits for an acknowledgement; the task runs three times as long. RabbitMQ's own bound is checked
     * once a minute: {@code -Dholdfast.consumer-timeout=60} is a task of three minutes at a broker that checks when it likes.
     */
    private static final Duration ACK_TIMEOUT = Duration.ofSeconds(Long.getLong("holdfast.consumer-timeout", 3));

    private static final RouteName ECHO = new RouteName("default", "echo");

    private final AtomicInteger ran = new AtomicInteger();
    private final CountDownLatch open = new CountDownLatch(1);
    private final TaskHandler<?, ?> echo = Rig.handler("echo", (input, task) -> null);
    private final TaskHandler<?, ?> gate = Rig.handler("gate", (input, task) -> {
        ran.incrementAndGet();
        open.await();
        return null;
    });

    @Test
    @Answers("O26")
    void a_task_longer_than_the_broker_waits_for_an_ack_runs_once_and_leaves_no_message_unacked() throws Exception {
        try (Broker broker = Backing.ownBroker()) {
            assumeThat(broker.isRabbit())
                    .as("only RabbitMQ has a consumer timeout")
                    .isTrue();
            setAckTimeout(broker);
            try (Rig rig = new Rig(broker);
                    Connection other = broker.connectionFactory().newConnection("keeps what it gets")) {
                rig.start(new Options().name("w1"), gate, echo);
                rig.start(new Options().name("w2"), gate, echo);
                AttemptKey running = rig.publish(rig.rows.draft().type("gate").queued());
                List<AttemptKey> shorts = IntStream.range(0, 5)
                        .mapToObj(i -> rig.publish(rig.rows.draft().queued()))
                        .toList();
                rig.await(running.task(), "RUNNING");
                shorts.forEach(key -> rig.await(key.task(), "SUCCEEDED"));
                Rig.eventually(
                        () -> assertThat(unacked(broker)).as("RUNNING is acked").isZero());

                // Twice as long as it takes the broker to give up on one that does not acknowledge.
                for (int round = 0; round < 2; round++) {
                    Channel keeps = keepADelivery(other);
                    Awaitility.await()
                            .atMost(ACK_TIMEOUT.multipliedBy(3).plusSeconds(60))
                            .until(() -> !keeps.isOpen());
                    assertThat(unacked(broker, Topology.queueOf(new RouteName("default", "gate"))))
                            .isZero();
                }
                assertThat(rig.rows.state(running.task())).isEqualTo("RUNNING");
                open.countDown();

                rig.await(running.task(), "SUCCEEDED");
                assertThat(ran.get()).isEqualTo(1);
                assertThat(rig.outcomes(running.task())).containsExactly("SUCCEEDED");
                shorts.forEach(key -> assertThat(rig.outcomes(key.task())).containsExactly("SUCCEEDED"));
                assertThat(rig.ends).isEmpty();
            }
        }
    }

    @Test
    @Answers("O6")
    void a_queue_made_by_hand_in_another_form_keeps_no_other_from_being_served_and_is_when_it_is_gone()
            throws Exception {
        open.countDown();
        try (Rig rig = new Rig()) {
            assumeThat(rig.broker.isRabbit())
                    .as("the embedded broker takes any arguments")
                    .isTrue();
            try (Connection connection = rig.broker.connectionFactory().newConnection("by hand");
                    Channel channel = connection.createChannel()) {
                new Declarations(QueueType.CLASSIC).common(channel);
                channel.queueDeclare(Topology.queueOf(ECHO), true, false, false, Map.of("x-max-priority", 5));
                Worker worker = rig.start(new Options(), gate, echo);

                Rig.eventually(() -> assertThat(worker.broker().unserved()).containsExactly(ECHO));
                AttemptKey other = rig.publish(rig.rows.draft().type("gate").queued());
                rig.await(other.task(), "SUCCEEDED");
                assertThat(worker.broker().isConnected()).isTrue();

                channel.queueDelete(Topology.queueOf(ECHO));
                Rig.eventually(() -> assertThat(worker.broker().unserved()).isEmpty());
                AttemptKey after = rig.publish(rig.rows.draft().queued());
                rig.await(after.task(), "SUCCEEDED");
            }
        }
    }

    @Test
    @Answers("O6")
    void a_virtual_host_deleted_and_made_again_costs_no_running_attempt_and_is_consumed_from_again() throws Exception {
        try (Rig rig = new Rig()) {
            assumeThat(rig.broker.isRabbit())
                    .as("only RabbitMQ has virtual hosts to delete")
                    .isTrue();
            Worker worker = rig.start(new Options(), gate, echo);
            AttemptKey running = rig.publish(rig.rows.draft().type("gate").queued());
            rig.await(running.task(), "RUNNING");

            rig.broker.ctl("delete_vhost", rig.broker.virtualHost());
            Rig.eventually(() -> assertThat(worker.broker().isConnected()).isFalse());
            assertThat(worker.broker().unserved()).isNotEmpty();
            makeVirtualHost(rig.broker);

            Rig.eventually(() -> assertThat(worker.broker().unserved()).isEmpty());
            AttemptKey next = rig.publish(rig.rows.draft().queued());
            rig.await(next.task(), "SUCCEEDED");
            open.countDown();
            rig.await(running.task(), "SUCCEEDED");
            assertThat(ran.get()).isEqualTo(1);
            assertThat(rig.ends).isEmpty();
        }
    }

    @Test
    @Answers("O6")
    void a_virtual_host_that_is_not_there_yet_is_waited_for() throws Exception {
        try (Rig rig = new Rig()) {
            assumeThat(rig.broker.isRabbit())
                    .as("only RabbitMQ has virtual hosts to delete")
                    .isTrue();
            rig.broker.ctl("delete_vhost", rig.broker.virtualHost());
            Worker worker = rig.start(new Options(), echo);
            assertThat(worker.broker().unserved()).isNotEmpty();

            makeVirtualHost(rig.broker);

            Rig.eventually(() -> assertThat(worker.broker().unserved()).isEmpty());
            AttemptKey next = rig.publish(rig.rows.draft().queued());
            rig.await(next.task(), "SUCCEEDED");
        }
    }

    /** Channels that are opened from now on are held to it, and looked at as often. */
    private static void setAckTimeout(Broker broker) {
        long millis = ACK_TIMEOUT.toMillis();
        broker.ctl("eval", "application:set_env(rabbit, consumer_timeout, " + millis + ").");
        broker.ctl("eval", "application:set_env(rabbit, channel_tick_interval, " + Math.min(millis / 2, 60_000) + ").");
    }

    /** Proves that the broker does what it is said to do: it closes the channel of who keeps a delivery too long. */
    private static Channel keepADelivery(Connection connection) throws Exception {
        Channel channel = connection.createChannel();
        String queue = channel.queueDeclare().getQueue();
        channel.basicPublish("", queue, null, new byte[0]);
        channel.basicConsume(queue, false, (tag, delivery) -> {}, tag -> {});
        return channel;
    }

    private static int unacked(Broker broker) {
        return unacked(broker, Topology.TASKS);
    }

    /** Messages delivered and not acknowledged, in the queues whose names begin so. */
    private static int unacked(Broker broker, String prefix) {
        return broker.ctl("list_queues", "-p", broker.virtualHost(), "name", "messages_unacknowledged")
                .lines()
                .filter(line -> line.startsWith(prefix))
                .mapToInt(line -> Integer.parseInt(line.replaceFirst(".*\\s", "")))
                .sum();
    }

    private static void makeVirtualHost(Broker broker) {
        broker.ctl("add_vhost", broker.virtualHost());
        broker.ctl("set_permissions", "-p", broker.virtualHost(), broker.user(), ".*", ".*", ".*");
    }
}
