package dev.holdfast.dispatcher.publish;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.holdfast.messaging.BrokerConnections;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.messaging.Topology;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears the signals and collects the dead letters, on a connection apart from the one that publishes, which the broker may
 * block. Opened again by passes of a loop. Without it nothing is lost but time.
 */
final class Listener {

    private static final Logger log = LoggerFactory.getLogger(Listener.class);
    private static final int PREFETCH = 50;

    private final BrokerConnections connections;
    private final Declarations declarations;
    private final Broadcasts broadcasts;
    private final Runnable onWork;
    private final DeadLetters deadLetters;
    private volatile @Nullable Connection connection;
    private volatile boolean closed;

    /**
     * @param broadcasts whose own signals are not heeded
     * @param onWork called for each signal that something may be grantable; must return at once
     */
    Listener(
            BrokerConnections connections,
            Declarations declarations,
            Broadcasts broadcasts,
            Runnable onWork,
            DeadLetters deadLetters) {
        this.connections = connections;
        this.declarations = declarations;
        this.broadcasts = broadcasts;
        this.onWork = onWork;
        this.deadLetters = deadLetters;
    }

    void keep() {
        Connection current = connection;
        if (closed || (current != null && current.isOpen())) {
            return;
        }
        try {
            Connection opened = connections.open("holdfast dispatcher: listen");
            try {
                listen(opened);
                connection = opened;
            } catch (IOException | RuntimeException e) {
                opened.abort(1_000);
                throw e;
            }
        } catch (IOException | TimeoutException | RuntimeException e) {
            log.debug("no connection for listening", e);
        }
    }

    private void listen(Connection opened) throws IOException {
        Channel signals = opened.createChannel();
        declarations.common(signals);
        String queue = declarations.signalQueue(signals, Topology.SIGNAL_WORK);
        signals.basicConsume(queue, true, (tag, delivery) -> hear(delivery.getBody()), tag -> opened.abort(1_000));
        Channel letters = opened.createChannel();
        letters.basicQos(PREFETCH);
        letters.basicConsume(
                Topology.DEAD_LETTERS,
                false,
                (tag, delivery) -> deadLetters.take(letters, delivery),
                tag -> opened.abort(1_000));
        // Signals may have been missed meanwhile.
        onWork.run();
    }

    private void hear(byte[] signal) {
        if (!broadcasts.isOwn(signal)) {
            onWork.run();
        }
    }

    boolean isOpen() {
        Connection current = connection;
        return current != null && current.isOpen();
    }

    void close() {
        closed = true;
        Connection current = connection;
        if (current != null) {
            current.abort(2_000);
        }
    }
}
