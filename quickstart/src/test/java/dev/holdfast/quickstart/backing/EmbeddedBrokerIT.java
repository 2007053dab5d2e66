package dev.holdfast.quickstart.backing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.MessageProperties;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EmbeddedBrokerIT {

    @Test
    void a_confirmed_message_is_there_and_a_returned_one_comes_again() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start();
                Connection connection = factory(broker).newConnection();
                Channel channel = connection.createChannel()) {
            channel.queueDeclare("jobs", true, false, false, Map.of("x-queue-type", "classic"));
            channel.confirmSelect();
            channel.basicPublish("", "jobs", true, MessageProperties.PERSISTENT_BASIC, "hello".getBytes(UTF_8));
            channel.waitForConfirmsOrDie(5_000);

            GetResponse first = channel.basicGet("jobs", false);
            assertThat(first.getBody()).asString(UTF_8).isEqualTo("hello");
            channel.basicNack(first.getEnvelope().getDeliveryTag(), false, true);
            GetResponse again = channel.basicGet("jobs", false);
            assertThat(again.getEnvelope().isRedeliver()).isTrue();
        }
    }

    @Test
    void only_the_given_user_may_connect_and_two_brokers_live_side_by_side() throws Exception {
        try (EmbeddedBroker one = EmbeddedBroker.start(0, "ada", "secret");
                EmbeddedBroker two = EmbeddedBroker.start()) {
            assertThat(one.port()).isNotEqualTo(two.port());
            ConnectionFactory wrong = factory(one);
            wrong.setPassword("guess");
            assertThatThrownBy(wrong::newConnection).isInstanceOf(PossibleAuthenticationFailureException.class);
            factory(one).newConnection().close();
            factory(two).newConnection().close();
        }
    }

    @Test
    void a_taken_port_is_an_error_and_a_closed_broker_gives_its_port_back() throws Exception {
        EmbeddedBroker first = EmbeddedBroker.start();
        try (first) {
            assertThatThrownBy(() -> EmbeddedBroker.start(first.port(), "ada", "secret"))
                    .isInstanceOf(BackingServiceException.class);
        }
        try (EmbeddedBroker again = EmbeddedBroker.start(first.port(), "ada", "secret")) {
            factory(again).newConnection().close();
        }
    }

    private static ConnectionFactory factory(EmbeddedBroker broker) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(broker.uri());
        return factory;
    }
}
