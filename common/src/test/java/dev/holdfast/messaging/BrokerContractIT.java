package dev.holdfast.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.CancelCallback;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DeliverCallback;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.MessageProperties;
import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Broker;
import dev.holdfast.messaging.BrokerProperties.QueueType;
import dev.holdfast.task.RouteName;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What Holdfast relies on in a broker, on whichever broker the tests run. Where the embedded one is known to differ, the
 * difference is asserted as well and printed at the end: the code must live with both.
 */
class BrokerContractIT {

    private static final Set<String> DIFFERENCES = Collections.synchronizedSet(new TreeSet<>());
    private static Broker broker;
    private static int queues;

    private final AtomicReference<Socket> socket = new AtomicReference<>();
    private final List<Connection> opened = new ArrayList<>();

    @BeforeAll
    static void connect() {
        broker = Backing.broker();
    }

    static Stream<QueueType> types() {
        return broker.isRabbit() ? Stream.of(QueueType.CLASSIC, QueueType.QUORUM) : Stream.of(QueueType.CLASSIC);
    }

    @AfterEach
    void close() {
        opened.forEach(Connection::abort);
    }

    @AfterAll
    @SuppressWarnings("SystemOut") // which broker kept which promise belongs into the build log
    static void report() {
        System.out.println("Broker contract on " + broker.kind() + ": "
                + (DIFFERENCES.isEmpty() ? "no differences" : "differs: " + String.join("; ", DIFFERENCES)));
    }

    @ParameterizedTest
    @MethodSource("types")
    void a_returned_message_comes_before_those_behind_it(QueueType type) throws Exception {
        Channel channel = channel();
        String queue = declare(channel, type);
        publish(channel, queue, "1", "2", "3");
        GetResponse first = next(channel, queue);
        channel.basicNack(first.getEnvelope().getDeliveryTag(), false, true);
        List<String> again =
                List.of(body(next(channel, queue)), body(next(channel, queue)), body(next(channel, queue)));
        if (type == QueueType.QUORUM && again.equals(List.of("2", "3", "1"))) {
            differs("a quorum queue puts a returned message behind the others");
        } else {
            assertThat(again).containsExactly("1", "2", "3");
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void a_message_survives_fifty_returns(QueueType type) throws Exception {
        Channel channel = channel();
        String queue = declare(channel, type);
        liftTheDeliveryLimitOf(type);
        publish(channel, queue, "stubborn");
        for (int i = 0; i < 50; i++) {
            GetResponse got = next(channel, queue);
            assertThat(got.getEnvelope().isRedeliver()).isEqualTo(i > 0);
            channel.basicNack(got.getEnvelope().getDeliveryTag(), false, true);
        }
        assertThat(body(next(channel, queue))).isEqualTo("stubborn");
    }

    @ParameterizedTest
    @MethodSource("types")
    void what_a_dead_consumer_had_not_acked_is_delivered_again(QueueType type) throws Exception {
        Channel channel = channel();
        String queue = declare(channel, type);
        publish(channel, queue, "orphan", "other");
        Channel doomed = channel();
        Socket cable = Objects.requireNonNull(socket.get());
        List<String> seen = new CopyOnWriteArrayList<>();
        doomed.basicQos(2);
        doomed.basicConsume(queue, false, collect(seen), tag -> {});
        await().until(() -> seen.size() == 2);
        cable.close();
        GetResponse again = next(channel, queue);
        assertThat(body(again)).isEqualTo("orphan");
        assertThat(again.getEnvelope().isRedeliver()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("types")
    void a_passive_declare_counts_what_nobody_has_and_who_consumes(QueueType type) throws Exception {
        Channel channel = channel();
        String queue = declare(channel, type);
        publish(channel, queue, "1", "2", "3");
        await().until(() -> channel.queueDeclarePassive(queue).getMessageCount() == 3);
        GetResponse mine = next(channel, queue);
        if (broker.isRabbit()) {
            await().until(() -> channel.queueDeclarePassive(queue).getMessageCount() == 2);
        } else if (channel.queueDeclarePassive(queue).getMessageCount() == 3) {
            differs("counts include what is with a consumer");
        }
        channel.basicAck(mine.getEnvelope().getDeliveryTag(), false);
        await().until(() -> channel.queueDeclarePassive(queue).getMessageCount() == 2);
        assertThat(channel.queueDeclarePassive(queue).getConsumerCount()).isZero();
        Channel consumer = channel();
        consumer.basicQos(1);
        consumer.basicConsume(queue, false, collect(new CopyOnWriteArrayList<>()), tag -> {});
        await().until(() -> channel.queueDeclarePassive(queue).getConsumerCount() == 1);
    }

    @ParameterizedTest
    @MethodSource("types")
    void after_cancel_ok_nothing_comes_and_what_came_can_still_be_acked_or_returned(QueueType type) throws Exception {
        Channel publisher = channel();
        String queue = declare(publisher, type);
        Channel channel = channel();
        List<Delivery> inFlight = new CopyOnWriteArrayList<>();
        channel.basicQos(10);
        String tag = channel.basicConsume(queue, false, (consumerTag, got) -> inFlight.add(got), consumerTag -> {});
        publish(publisher, queue, "1", "2", "3", "4");
        await().until(() -> inFlight.size() == 4);
        channel.basicCancel(tag);
        publish(publisher, queue, "5");
        channel.basicAck(inFlight.get(0).getEnvelope().getDeliveryTag(), false);
        channel.basicNack(inFlight.get(1).getEnvelope().getDeliveryTag(), false, true);
        List<String> free = new ArrayList<>(List.of(body(next(publisher, queue)), body(next(publisher, queue))));
        assertThat(free).containsExactlyInAnyOrder("2", "5");
        assertThat(inFlight).hasSize(4);
        channel.abort();
        assertThat(List.of(body(next(publisher, queue)), body(next(publisher, queue))))
                .containsExactlyInAnyOrder("3", "4");
    }

    @ParameterizedTest
    @MethodSource("types")
    void prefetch_bounds_what_is_with_a_consumer(QueueType type) throws Exception {
        Channel channel = channel();
        String queue = declare(channel, type);
        publish(channel, queue, "1", "2", "3", "4", "5");
        Channel consumer = channel();
        List<Delivery> got = new CopyOnWriteArrayList<>();
        consumer.basicQos(2);
        consumer.basicConsume(queue, false, (tag, delivery) -> got.add(delivery), tag -> {});
        await().until(() -> got.size() == 2);
        // All that is not with the consumer can be fetched: so it had no more than two.
        assertThat(Stream.of(next(channel, queue), next(channel, queue), next(channel, queue))
                        .map(BrokerContractIT::body))
                .containsExactly("3", "4", "5");
        consumer.basicAck(got.get(0).getEnvelope().getDeliveryTag(), false);
        publish(channel, queue, "6");
        await().until(() -> got.size() == 3);
    }

    @ParameterizedTest
    @MethodSource("types")
    void a_routed_message_is_confirmed_and_an_unroutable_one_is_returned_or_nacked(QueueType type) throws Exception {
        Channel channel = channel();
        String queue = declare(channel, type);
        channel.confirmSelect();
        List<String> events = new CopyOnWriteArrayList<>();
        channel.addReturnListener(returned -> events.add("returned"));
        channel.addConfirmListener((tag, many) -> events.add("ack"), (tag, many) -> events.add("nack"));
        channel.basicPublish(Topology.TASKS, queue, true, MessageProperties.PERSISTENT_TEXT_PLAIN, bytes("routed"));
        await().until(() -> events.equals(List.of("ack")));
        events.clear();
        channel.basicPublish(
                Topology.TASKS, "holdfast.tasks.no.where", true, MessageProperties.PERSISTENT_TEXT_PLAIN, bytes("x"));
        await().until(() -> events.size() == 2);
        if (broker.isRabbit()) {
            assertThat(events).containsExactly("returned", "ack");
        } else {
            assertThat(events).containsExactlyInAnyOrder("returned", "nack");
            differs("an unroutable mandatory message is " + String.join(", then ", events));
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void a_deleted_queue_tells_its_consumer_and_is_missed_by_a_passive_declare(QueueType type) throws Exception {
        Channel channel = channel();
        String queue = declare(channel, type);
        Channel consumer = channel();
        List<String> canceled = new CopyOnWriteArrayList<>();
        consumer.basicConsume(queue, false, collect(new CopyOnWriteArrayList<>()), (CancelCallback) canceled::add);
        channel.queueDelete(queue);
        if (broker.isRabbit()) {
            await().until(() -> canceled.size() == 1);
        } else {
            differs("a deleted queue does not tell its consumers");
        }
        assertThat(consumer.isOpen()).isTrue();
        Channel looking = channel();
        assertThatThrownBy(() -> looking.queueDeclarePassive(queue)).isInstanceOf(IOException.class);
        assertThat(looking.isOpen())
                .as("a missing queue closes the channel that asked")
                .isFalse();
    }

    @ParameterizedTest
    @MethodSource("types")
    void a_message_refused_for_good_does_not_come_back_and_lands_with_the_dead_letters(QueueType type)
            throws Exception {
        Channel channel = channel();
        String queue = declare(channel, type);
        String corpses = channel.queueDeclare().getQueue();
        channel.queueBind(corpses, Topology.DEAD_LETTERS, "");
        publish(channel, queue, "unreadable", "next");
        channel.basicNack(next(channel, queue).getEnvelope().getDeliveryTag(), false, false);
        assertThat(body(next(channel, queue))).isEqualTo("next");
        if (broker.isRabbit()) {
            assertThat(body(next(channel, corpses))).isEqualTo("unreadable");
        } else {
            assertThat(channel.basicGet(corpses, true)).isNull();
            differs("there is no dead-lettering");
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void declaring_again_changes_nothing_and_a_signal_queue_goes_with_its_connection(QueueType type) throws Exception {
        Channel channel = channel();
        String queue = declare(channel, type);
        publish(channel, queue, "kept");
        new Declarations(type).taskQueue(channel, route(queues));
        assertThat(body(next(channel, queue))).isEqualTo("kept");

        Connection brief = connection();
        Channel signals = brief.createChannel();
        String own = new Declarations(type).signalQueue(signals, "work");
        List<String> seen = new CopyOnWriteArrayList<>();
        signals.basicConsume(own, true, collect(seen), tag -> {});
        channel.basicPublish(Topology.SIGNALS, "work", null, bytes("look"));
        await().until(() -> seen.equals(List.of("look")));
        brief.close();
        await().until(() -> !exists(own));
    }

    /** Classic queues only: a lone node of 3.10 takes over a minute to bring a quorum queue back. */
    @Test
    void a_confirmed_persistent_message_survives_the_kill_of_a_rabbit() throws Exception {
        QueueType type = QueueType.CLASSIC;
        if (!broker.isRabbit()) {
            differs("keeps nothing over a restart");
            return;
        }
        try (Broker own = Backing.ownBroker()) {
            Connection before = own.connectionFactory().newConnection();
            Channel channel = before.createChannel();
            String queue = declare(channel, type);
            channel.confirmSelect();
            publish(channel, queue, "kept");
            channel.waitForConfirmsOrDie(10_000);
            own.restart(true);
            before.abort();
            try (Connection after = own.connectionFactory().newConnection()) {
                Channel again = after.createChannel();
                assertThat(body(next(again, queue))).isEqualTo("kept");
            }
        }
    }

    private static void liftTheDeliveryLimitOf(QueueType type) {
        if (type == QueueType.QUORUM && broker.kind().contains("RabbitMQ 4")) {
            broker.ctl(
                    "set_policy",
                    "-p",
                    broker.virtualHost(),
                    "tasks",
                    "^holdfast\\.tasks\\.",
                    "{\"delivery-limit\":-1}",
                    "--apply-to",
                    "quorum_queues");
            differs("quorum queues need the policy that lifts the delivery limit");
        }
    }

    private static void differs(String how) {
        DIFFERENCES.add(how);
    }

    private Connection connection() throws Exception {
        var factory = broker.connectionFactory();
        factory.setSocketConfigurator(socket::set);
        Connection connection = factory.newConnection("contract");
        opened.add(connection);
        return connection;
    }

    private Channel channel() throws Exception {
        return connection().createChannel();
    }

    private static String declare(Channel channel, QueueType type) throws IOException {
        Declarations declarations = new Declarations(type);
        // The queue of dead letters has a type too, and one type per virtual host: leave it out here.
        channel.exchangeDeclare(Topology.TASKS, "direct", true);
        channel.exchangeDeclare(Topology.SIGNALS, "topic", true);
        channel.exchangeDeclare(Topology.DEAD_LETTERS, "fanout", true);
        return declarations.taskQueue(channel, route(++queues));
    }

    private static RouteName route(int number) {
        return new RouteName("contract", "n" + number);
    }

    private static void publish(Channel channel, String queue, String... bodies) throws IOException {
        BasicProperties persistent = MessageProperties.PERSISTENT_TEXT_PLAIN;
        for (String body : bodies) {
            channel.basicPublish(Topology.TASKS, queue, persistent, bytes(body));
        }
    }

    private static GetResponse next(Channel channel, String queue) {
        return await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> channel.basicGet(queue, false), got -> got != null);
    }

    private static DeliverCallback collect(List<String> into) {
        return (tag, delivery) -> into.add(new String(delivery.getBody(), StandardCharsets.UTF_8));
    }

    private boolean exists(String queue) throws Exception {
        Channel channel = channel();
        try {
            channel.queueDeclarePassive(queue);
            return true;
        } catch (IOException missing) {
            return false;
        }
    }

    private static String body(GetResponse response) {
        return new String(response.getBody(), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
