package dev.holdfast.dispatcher.publish;

import com.rabbitmq.client.Connection;
import dev.holdfast.messaging.BrokerProperties;
import dev.holdfast.messaging.BrokerProperties.QueueType;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log which broker this is, and what of its kind may drop messages. Once per broker version. */
final class BrokerReport {

    private static final Logger log = LoggerFactory.getLogger(BrokerReport.class);

    private final BrokerProperties properties;
    private @Nullable String last;

    BrokerReport(BrokerProperties properties) {
        this.properties = properties;
    }

    synchronized void connected(BrokerIdentity broker, Connection connection) {
        String text = broker.toString();
        if (text.equals(last)) {
            log.info("publishing to {} again", text);
            return;
        }
        last = text;
        log.info("publishing to {}, queue type {}", text, properties.queueType());
        if (!broker.isRabbit()) {
            log.info("{} keeps no dead letters: unreadable messages are dropped by it", broker.product());
            return;
        }
        log.info(
                "the broker does not tell its consumer timeout: workers acknowledge as soon as they have claimed, so that any will do");
        if (properties.queueType() == QueueType.QUORUM) {
            tellReturnLimit(broker, connection);
        }
    }

    private static void tellReturnLimit(BrokerIdentity broker, Connection connection) {
        try {
            int limit = ReturnLimit.find(connection);
            if (limit == 0) {
                log.info("quorum queues keep a message that is returned more than {} times", ReturnLimit.RETURNS);
            } else {
                log.warn(
                        "{} drops a message of a quorum queue after {} returns; it would be sent again, but late: set a policy with delivery-limit -1 for '^holdfast\\.tasks\\.'",
                        broker,
                        limit);
            }
        } catch (IOException | RuntimeException e) {
            log.warn(
                    "could not find out whether {} drops messages of quorum queues that are returned often: {}",
                    broker,
                    e.toString());
        }
    }
}
