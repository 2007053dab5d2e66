package dev.holdfast.dispatcher.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.rabbitmq.client.Connection;
import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Broker;
import org.junit.jupiter.api.Test;

class ReturnLimitIT {

    @Test
    void a_limit_on_returns_is_found_out_and_its_absence_too() throws Exception {
        try (Broker broker = Backing.broker()) {
            assumeThat(broker.isRabbit()).as("only RabbitMQ has quorum queues").isTrue();
            try (Connection connection = broker.connectionFactory().newConnection("test")) {
                // RabbitMQ 3 has no limit unless one is set, and does not know -1.
                if (!broker.kind().contains(" 3.")) {
                    setLimit(broker, "-1");
                }
                assertThat(ReturnLimit.find(connection)).isZero();

                setLimit(broker, "3");
                assertThat(ReturnLimit.find(connection)).isBetween(3, 5);
            }
        }
    }

    private static void setLimit(Broker broker, String limit) {
        broker.ctl(
                "set_policy",
                "-p",
                broker.virtualHost(),
                "--apply-to",
                "queues",
                "limit",
                "^holdfast\\.tasks\\.",
                "{\"delivery-limit\":" + limit + "}");
    }
}
