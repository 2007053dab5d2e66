package dev.holdfast.dispatcher.publish;

import dev.holdfast.store.check.BrokerDepths;
import dev.holdfast.task.RouteName;
import java.io.IOException;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the broker on the connection that publishes. A queue that is missing is noted as lost, and holds none. */
final class QueueDepths implements BrokerDepths {

    private static final Logger log = LoggerFactory.getLogger(QueueDepths.class);

    private final PublisherLink link;

    QueueDepths(PublisherLink link) {
        this.link = link;
    }

    @Override
    public OptionalInt ready(RouteName route) {
        Session session = link.usable();
        if (session == null) {
            return OptionalInt.empty();
        }
        try {
            return OptionalInt.of(session.ready(route));
        } catch (IOException e) {
            log.debug("no look at the queue of {}", route, e);
            return OptionalInt.empty();
        }
    }
}
