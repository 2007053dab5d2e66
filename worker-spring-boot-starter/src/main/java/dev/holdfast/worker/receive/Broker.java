package dev.holdfast.worker.receive;

import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ChannelContinuationTimeoutException;
import com.rabbitmq.client.Connection;
import dev.holdfast.messaging.BrokerConnections;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.messaging.Failures;
import dev.holdfast.messaging.Topology;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.RouteName;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection, opened again whenever it is lost, with the signals that come over it. Used by the receiver's thread only,
 * but for what {@link #isBlocked}, {@link #isConnected} and {@link #unserved} tell.
 */
public final class Broker {

    private static final Logger log = LoggerFactory.getLogger(Broker.class);

    private final BrokerConnections connections;
    private final Declarations declarations;
    private final RouteConsumers consumers;
    private final String connectionName;
    private final long reconnectNanos;
    private final Consumer<AttemptKey> cancelAsked;
    private volatile @Nullable Connection connection;
    private volatile @Nullable Socket socket;
    private volatile boolean blocked;
    private long connectAt;
    private boolean complained;

    /** @param cancelAsked called when a signal says that an attempt, here or elsewhere, was canceled; must be quick */
    public Broker(
            BrokerConnections connections,
            Declarations declarations,
            String connectionName,
            Set<RouteName> routes,
            Duration reconnect,
            Consumer<AttemptKey> cancelAsked) {
        this.connections = connections;
        this.declarations = declarations;
        this.connectionName = connectionName;
        this.consumers = new RouteConsumers(declarations, routes);
        this.reconnectNanos = reconnect.toNanos();
        this.cancelAsked = cancelAsked;
        this.connectAt = System.nanoTime();
    }

    RouteConsumers consumers() {
        return consumers;
    }

    public boolean isConnected() {
        Connection now = connection;
        return now != null && now.isOpen();
    }

    /** Whether the broker takes no messages from this connection now. Consuming goes on. */
    public boolean isBlocked() {
        return blocked;
    }

    /** Routes without a channel at the moment. */
    public Set<RouteName> unserved() {
        return consumers.unserved();
    }

    /** Opens what is missing: the connection, then a channel for each route. Sees to queues that have vanished. */
    void maintain(boolean wanted) throws IOException, TimeoutException {
        if (!isConnected()) {
            forget();
            if (!wanted || System.nanoTime() - connectAt < 0) {
                return;
            }
            connect();
        }
        consumers.sweepRetired();
        Connection now = connection;
        if (wanted && now != null) {
            consumers.openMissing(now);
            consumers.lookAtQueues(now);
        }
    }

    /** Something failed in the receiver's thread. A connection that still looks open, but failed, is not trusted. */
    void failed(Throwable e) {
        if (e instanceof AlreadyClosedException) {
            return;
        }
        if (!complained) {
            log.warn("trouble with the broker, trying again: {}", Failures.reason(e));
            complained = true;
        } else {
            log.debug("trouble with the broker", e);
        }
        if (e instanceof TimeoutException || e instanceof ChannelContinuationTimeoutException || !isConnected()) {
            closeHard();
        }
    }

    void close() {
        Connection now = connection;
        if (now != null) {
            now.abort(1000);
        }
        forget();
    }

    private void connect() throws IOException, TimeoutException {
        connectAt = System.nanoTime() + reconnectNanos;
        Connection opened = connections.open(connectionName, s -> socket = s);
        connection = opened;
        blocked = false;
        opened.addBlockedListener(new BlockedListener() {
            @Override
            public void handleBlocked(String reason) {
                blocked = true;
                log.warn("the broker takes no messages for now: {}", reason);
            }

            @Override
            public void handleUnblocked() {
                blocked = false;
            }
        });
        Channel channel = opened.createChannel();
        declarations.common(channel);
        String signals = declarations.signalQueue(channel, Topology.SIGNAL_CANCEL);
        channel.basicConsume(
                signals,
                true,
                (tag, message) -> {
                    AttemptKey key = Bodies.read(signals, message.getBody());
                    if (key != null) {
                        cancelAsked.accept(key);
                    }
                },
                tag -> {});
        consumers.connected();
        complained = false;
        log.info("connected to the broker as {}", connectionName);
    }

    private void closeHard() {
        Socket now = socket;
        try {
            if (now != null) {
                now.close();
            }
        } catch (IOException e) {
            log.debug("closing the socket", e);
        }
        forget();
    }

    private void forget() {
        connection = null;
        socket = null;
        consumers.forget();
        blocked = false;
    }
}
