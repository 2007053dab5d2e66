package dev.holdfast.worker.receive;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.messaging.Failures;
import dev.holdfast.messaging.Topology;
import dev.holdfast.task.RouteName;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One consumer for each route, opened again whenever it is lost. A route that cannot be served (its queue exists with other
 * arguments) does not keep the others from being served. Used by the receiver's thread only, but for {@link #unserved}.
 */
final class RouteConsumers {

    private static final Logger log = LoggerFactory.getLogger(RouteConsumers.class);
    private static final long LOOK_NANOS = Duration.ofSeconds(5).toNanos();

    private final Declarations declarations;
    private final Set<RouteName> routes;
    private final Map<RouteName, RouteConsumer> consumers = new LinkedHashMap<>();
    private final Map<RouteName, Long> retryAt = new LinkedHashMap<>();
    private final List<RouteConsumer> retired = new ArrayList<>();
    private RouteConsumer.@Nullable Events events;
    private volatile Set<RouteName> unserved;
    private long lookAt;

    RouteConsumers(Declarations declarations, Set<RouteName> routes) {
        this.declarations = declarations;
        this.routes = Set.copyOf(routes);
        this.unserved = this.routes;
    }

    void attach(RouteConsumer.Events listener) {
        events = listener;
    }

    /** Routes without a channel at the moment. */
    Set<RouteName> unserved() {
        return unserved;
    }

    /** A new connection: whatever was refused on the last one may be tried at once. */
    void connected() {
        lookAt = System.nanoTime() + LOOK_NANOS;
        retryAt.clear();
    }

    /** The connection is gone, and everything with it. */
    void forget() {
        consumers.clear();
        retired.clear();
        unserved = routes;
    }

    /** Lets those go that have answered everything. */
    void sweepRetired() {
        retired.removeIf(consumer -> {
            boolean done = consumer.isDone() || !consumer.isOpen();
            if (done) {
                consumer.abandon();
            }
            return done;
        });
    }

    /** A channel for each route that has none. */
    void openMissing(Connection now) throws IOException {
        for (RouteName route : routes) {
            Long notBefore = retryAt.get(route);
            boolean wait = notBefore != null && System.nanoTime() - notBefore < 0;
            if (!consumers.containsKey(route) && !wait) {
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

    /** Every few seconds, whether the queues are still there: not every broker tells. */
    void lookAtQueues(Connection now) throws IOException {
        if (System.nanoTime() - lookAt < 0) {
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

    private void tellUnserved() {
        Set<RouteName> missing = new LinkedHashSet<>(routes);
        missing.removeAll(consumers.keySet());
        unserved = Set.copyOf(missing);
    }
}
