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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection and its consumers, opened again whenever they are lost. One route that cannot be served (its queue exists
 * with other arguments) does not keep the others from being served. Used by the receiver's thread only, but for what
 * {@link #isBlocked}, {@link #isConnected} and {@link #unserved} tell.
 */
public final class Broker {

    private static final Logger log = LoggerFactory.getLogger(Broker.class);
    private static final long LOOK_NANOS = Duration.ofSeconds(5).toNanos();

    private final BrokerConnections connections;
    private final Declarations declarations;
    private final String connectionName;
    private final Set<RouteName> routes;
    private final long reconnectNanos;
    private final Consumer<AttemptKey> cancelAsked;
    private final Map<RouteName, RouteConsumer> consumers = new LinkedHashMap<>();
    private final Map<RouteName, Long> retryAt = new LinkedHashMap<>();
    private final List<RouteConsumer> retired = new ArrayList<>();
    private RouteConsumer.@Nullable Events events;
    private volatile @Nullable Connection connection;
    private volatile @Nullable Socket socket;
    private volatile boolean blocked;
    private volatile Set<RouteName> unserved;
    private long connectAt;
    private long lookAt;
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
        this.routes = Set.copyOf(routes);
        this.reconnectNanos = reconnect.toNanos();
        this.cancelAsked = cancelAsked;
        this.unserved = this.routes;
        this.connectAt = System.nanoTime();
    }

    void attach(RouteConsumer.Events listener) {
        events = listener;
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
        return unserved;
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
        retired.removeIf(consumer -> {
            boolean done = consumer.isDone() || !consumer.isOpen();
            if (done) {
                consumer.abandon();
            }
            return done;
        });
        if (wanted) {
            openMissing();
            lookAtQueues();
        }
    }

    /** Lets each route's consumer have what fits into {@code free} slots, and none if that is zero. */
    void fit(int free) throws IOException {
        for (RouteConsumer consumer : consumers.values()) {
            if (free == 0 || consumer.prefetch.exceeds(free) || consumer.prefetch.isTooSmallFor(free)) {
                consumer.cancel();
            }
            if (free > 0 && !consumer.prefetch.isConsuming()) {
                consumer.begin(Prefetch.toBegin(free));
            }
        }
    }

    void cancelAll() throws IOException {
        for (RouteConsumer consumer : consumers.values()) {
            consumer.cancel();
        }
    }

    /** Its channel waits for answers to old messages; the route gets another. */
    void retire(RouteConsumer consumer) throws IOException {
        if (!consumer.isRetired()) {
            consumers.remove(consumer.route(), consumer);
            retired.add(consumer);
            consumer.retire();
        }
    }

    /** A consumer ended without being asked to. */
    void lost(RouteConsumer consumer, String why) {
        if (consumers.remove(consumer.route(), consumer)) {
            log.warn("lost the consumer of {}: {}", consumer.queue(), why);
            retired.add(consumer);
            if (consumer.isOpen()) {
                consumer.prefetch.canceled();
                markRetired(consumer);
            }
            retryAt.put(consumer.route(), System.nanoTime());
            tellUnserved();
        }
    }

    private static void markRetired(RouteConsumer consumer) {
        try {
            consumer.retire();
        } catch (IOException | RuntimeException e) {
            consumer.abandon();
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
        lookAt = System.nanoTime() + LOOK_NANOS;
        retryAt.clear();
        complained = false;
        log.info("connected to the broker as {}", connectionName);
    }

    private void openMissing() throws IOException {
        Connection now = connection;
        for (RouteName route : routes) {
            Long notBefore = retryAt.get(route);
            boolean wait = notBefore != null && System.nanoTime() - notBefore < 0;
            if (now != null && !consumers.containsKey(route) && !wait) {
                open(now, route);
            }
        }
    }

    /** A refusal closes only this route's channel. */
    private void open(Connection now, RouteName route) throws IOException {
        Channel channel = now.createChannel();
        RouteConsumer.Events listener = events;
        if (channel == null || listener == null) {
            throw new IOException("the broker allows no more channels on this connection");
        }
        try {
            String queue = declarations.taskQueue(channel, route);
            consumers.put(route, new RouteConsumer(route, queue, channel, listener));
            retryAt.remove(route);
        } catch (IOException e) {
            if (!now.isOpen()) {
                throw e;
            }
            retryAt.put(route, System.nanoTime() + LOOK_NANOS);
            log.error("cannot serve {}: {}", Topology.queueOf(route), Failures.reason(e));
        }
        tellUnserved();
    }

    private void lookAtQueues() throws IOException {
        Connection now = connection;
        if (now == null || System.nanoTime() - lookAt < 0) {
            return;
        }
        lookAt = System.nanoTime() + LOOK_NANOS;
        for (RouteConsumer consumer : List.copyOf(consumers.values())) {
            Channel channel = now.createChannel();
            if (channel == null) {
                return;
            }
            try {
                channel.queueDeclarePassive(consumer.queue());
            } catch (IOException e) {
                if (!now.isOpen()) {
                    throw e;
                }
                lost(consumer, "its queue is gone");
            } finally {
                if (channel.isOpen()) {
                    channel.abort();
                }
            }
        }
    }

    private void tellUnserved() {
        Set<RouteName> missing = new LinkedHashSet<>(routes);
        missing.removeAll(consumers.keySet());
        unserved = Set.copyOf(missing);
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
        consumers.clear();
        retired.clear();
        unserved = routes;
        blocked = false;
    }
}
