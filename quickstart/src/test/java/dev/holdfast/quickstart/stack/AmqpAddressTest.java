package dev.holdfast.quickstart.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AmqpAddressTest {

    @Test
    void a_full_address_is_taken_apart_and_put_together_again() {
        String text = "amqp://ad%40a:p%2Fw@broker.example:5673/my%20host";
        AmqpAddress address = AmqpAddress.parse(text);
        assertThat(address).isEqualTo(new AmqpAddress("broker.example", 5673, "ad@a", "p/w", "my host"));
        assertThat(address.uri()).isEqualTo(text);
    }

    @Test
    void what_is_missing_is_as_brokers_have_it_by_default() {
        AmqpAddress expected = new AmqpAddress("localhost", 5672, "guest", "guest", "/");
        assertThat(AmqpAddress.parse("amqp://localhost")).isEqualTo(expected);
        assertThat(AmqpAddress.parse("amqp://localhost/")).isEqualTo(expected);
        assertThat(AmqpAddress.parse("amqp://localhost/%2F")).isEqualTo(expected);
    }

    @Test
    void what_is_not_an_amqp_address_is_refused_with_an_example() {
        assertThatThrownBy(() -> AmqpAddress.parse("http://localhost"))
                .isInstanceOf(StackException.class)
                .hasMessageContaining("wanted amqp://");
    }
}
