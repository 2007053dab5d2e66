package dev.holdfast.dispatcher.publish;

import dev.holdfast.messaging.BrokerProperties;
import dev.holdfast.messaging.BrokerProperties.QueueType;
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

    synchronized void connected(BrokerIdentity broker) {
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
        if (broker.major() >= 4 && properties.queueType() == QueueType.QUORUM) {
            log.warn(
                    "RabbitMQ {} drops a message of a quorum queue after 20 returns unless a policy for '^holdfast\\.tasks\\.' sets delivery-limit to -1: make sure that there is one",
                    broker.version());
        }
        if (broker.major() >= 4 || broker.major() == 3) {
            log.info(
                    "consumer timeout of the broker is unknown here; workers acknowledge when they have claimed, so its default of 30 min is enough");
        }
    }
}
