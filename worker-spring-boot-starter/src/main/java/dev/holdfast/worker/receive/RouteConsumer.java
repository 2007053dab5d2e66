package dev.holdfast.worker.receive;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import dev.holdfast.task.RouteName;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One channel with at most one consumer of one route. Used by the receiver's thread only. */
final class RouteConsumer {

    private static final Logger log = LoggerFactory.getLogger(RouteConsumer.class);

    /** One delivery: its tag, and which consumer of the channel it came to. */
    record Mark(long tag, int epoch) {}

    /** What the broker says, in the client's threads. */
    interface Events {
        void delivered(RouteConsumer consumer, Mark mark, byte[] body);

        /** The queue is gone, or the channel is. */
        void lost(RouteConsumer consumer, String why);
    }

    private final RouteName route;
    private final String queue;
    private final Channel channel;
    private final Events events;
    final Prefetch prefetch = new Prefetch();
    private @Nullable String tag;
    private boolean retired;

    RouteConsumer(RouteName route, String queue, Channel channel, Events events) {
        this.route = route;
        this.queue = queue;
        this.channel = channel;
        this.events = events;
        channel.addShutdownListener(signal -> {
            if (!signal.isInitiatedByApplication()) {
                events.lost(this, String.valueOf(signal.getMessage()));
            }
        });
    }

    RouteName route() {
        return route;
    }

    String queue() {
        return queue;
    }

    /** Begins to consume, with at most {@code size} unacknowledged messages. */
    void begin(int size) throws IOException {
        channel.basicQos(size);
        tag = channel.basicConsume(queue, false, new Listener(prefetch.began(size)));
    }

    /** Stops consuming; returns after the cancel-ok. Deliveries that were on their way still come as events. */
    void cancel() throws IOException {
        String canceled = tag;
        if (canceled != null) {
            tag = null;
            prefetch.canceled();
            channel.basicCancel(canceled);
        }
    }

    void ack(Mark delivery) throws IOException {
        prefetch.answered(delivery.epoch());
        channel.basicAck(delivery.tag(), false);
    }

    void nack(Mark delivery) throws IOException {
        prefetch.answered(delivery.epoch());
        channel.basicNack(delivery.tag(), false, true);
    }

    /** To the dead letters: nobody can read it. */
    void reject(Mark delivery) throws IOException {
        prefetch.answered(delivery.epoch());
        channel.basicReject(delivery.tag(), false);
    }

    /** No new deliveries here; its owner closes it once it {@link #isDone}. */
    void retire() throws IOException {
        cancel();
        retired = true;
    }

    boolean isRetired() {
        return retired;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Retired, and its last message answered. */
    boolean isDone() {
        return retired && prefetch.unacked() == 0;
    }

    void abandon() {
        try {
            channel.abort();
        } catch (IOException | RuntimeException e) {
            log.debug("closing a channel", e);
        }
    }

    private final class Listener extends DefaultConsumer {

        private final int epoch;

        Listener(int epoch) {
            super(channel);
            this.epoch = epoch;
        }

        @Override
        public void handleDelivery(
                String consumerTag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
            events.delivered(RouteConsumer.this, new Mark(envelope.getDeliveryTag(), epoch), body);
        }

        @Override
        public void handleCancel(String consumerTag) {
            events.lost(RouteConsumer.this, "the queue was deleted");
        }

        @Override
        public void handleShutdownSignal(String consumerTag, ShutdownSignalException signal) {
            // the channel's listener tells it
        }
    }
}
