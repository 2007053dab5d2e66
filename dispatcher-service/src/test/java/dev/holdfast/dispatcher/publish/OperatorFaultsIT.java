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
import dev.holdfast.messaging.Topology;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.verification.Answers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** A RabbitMQ that somebody takes apart while it is in use. */
class OperatorFaultsIT {

    private static final Duration SOON = Duration.ofSeconds(15);

    private final DataSource database = Backing.database().dataSource();

    @Test
    @Answers("O6")
    void a_virtual_host_deleted_and_made_again_gets_all_its_messages_again() throws Exception {
        try (Broker broker = Backing.broker()) {
            assumeThat(broker.isRabbit())
                    .as("only RabbitMQ has virtual hosts to delete")
                    .isTrue();
            try (PublishRig rig = rig(broker)) {
                await().atMost(SOON).until(() -> rig.taskPublisher.budget() > 0);
                List<AttemptKey> keys = rig.publishAndAwaitQueued(5);

                broker.ctl("delete_vhost", broker.virtualHost());
                await().atMost(SOON).until(() -> rig.taskPublisher.budget() == 0);
                assertThat(new BrokerHealth(rig.link, rig.marks)
                                .health()
                                .getStatus()
                                .getCode())
                        .isEqualTo("DOWN");
                makeVirtualHost(broker);

                await().atMost(SOON).until(() -> rig.republished() == 5);
                assertThat(rig.messages()).containsExactlyInAnyOrderElementsOf(keys);
            }
        }
    }

    @Test
    @Answers("O6")
    void a_virtual_host_that_is_not_there_yet_is_waited_for_and_the_health_says_why() throws Exception {
        try (Broker broker = Backing.broker()) {
            assumeThat(broker.isRabbit())
                    .as("only RabbitMQ has virtual hosts to delete")
                    .isTrue();
            broker.ctl("delete_vhost", broker.virtualHost());
            try (PublishRig rig = rig(broker)) {
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(new BrokerHealth(rig.link, rig.marks)
                                        .health()
                                        .getDetails()
                                        .toString())
                                .contains("vhost"));
                makeVirtualHost(broker);

                await().atMost(SOON).until(() -> rig.taskPublisher.budget() > 0);
                assertThat(rig.publishAndAwaitQueued(1)).isEqualTo(rig.messages());
            }
        }
    }

    @Test
    @Answers("O6")
    void a_queue_made_by_hand_in_another_form_is_used_as_it_is() throws Exception {
        try (Broker broker = Backing.broker()) {
            assumeThat(broker.isRabbit())
                    .as("the embedded broker takes any arguments")
                    .isTrue();
            try (Connection connection = broker.connectionFactory().newConnection("by hand");
                    Channel channel = connection.createChannel();
                    PublishRig rig = rig(broker)) {
                await().atMost(SOON).until(() -> rig.taskPublisher.budget() > 0);
                new Declarations(QueueType.CLASSIC).common(channel);
                channel.queueDeclare(
                        Topology.queueOf(PublishRig.ECHO), true, false, false, Map.of("x-max-priority", 5));

                List<AttemptKey> keys = rig.publishAndAwaitQueued(3);

                assertThat(rig.messages()).containsExactlyInAnyOrderElementsOf(keys);
                assertThat(rig.republished()).isZero();
            }
        }
    }

    private PublishRig rig(Broker broker) {
        PublishRig rig = new PublishRig(database, broker, PublishRig.settings());
        rig.worker("w1", 10);
        rig.line.start();
        return rig;
    }

    private static void makeVirtualHost(Broker broker) {
        broker.ctl("add_vhost", broker.virtualHost());
        broker.ctl("set_permissions", "-p", broker.virtualHost(), broker.user(), ".*", ".*", ".*");
    }
}
