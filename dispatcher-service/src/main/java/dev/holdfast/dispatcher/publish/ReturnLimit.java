package dev.holdfast.dispatcher.publish;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import dev.holdfast.messaging.TaskMessage;
import dev.holdfast.messaging.Topology;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Finds out whether the broker drops a message that was returned often: RabbitMQ 4 does so with quorum queues, after 20
 * returns, unless a policy says otherwise, and tells no client. So one message is returned a little oftener, in a queue
 * whose name falls under the policies of the task queues.
 */
final class ReturnLimit {

    /** One segment: no route has such a queue. */
    static final String QUEUE = Topology.TASKS + ".return-limit-probe";

    static final int RETURNS = 25;
    private static final int LOOKS = 20;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private ReturnLimit() {}

    /** After how many returns a message was gone; 0 if it survived {@link #RETURNS} of them. */
    static int find(Connection connection) throws IOException {
        Channel channel = connection.createChannel();
        if (channel == null) {
            throw new IOException("the broker gives no more channels");
        }
        channel.queueDeclare(QUEUE, true, false, false, Map.of("x-queue-type", "quorum"));
        try {
            channel.queuePurge(QUEUE);
            channel.basicPublish("", QUEUE, TaskMessage.PROPERTIES, new byte[0]);
            for (int returns = 0; returns <= RETURNS; returns++) {
                GetResponse message = get(channel);
                if (message == null) {
                    return Math.max(1, returns);
                }
                channel.basicNack(message.getEnvelope().getDeliveryTag(), false, true);
            }
            return 0;
        } finally {
            channel.queueDelete(QUEUE);
            channel.abort();
        }
    }

    /** A returned message comes back a moment later. */
    private static @org.jspecify.annotations.Nullable GetResponse get(Channel channel) throws IOException {
        for (int look = 0; look < LOOKS; look++) {
            GetResponse message = channel.basicGet(QUEUE, false);
            if (message != null) {
                return message;
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
        return null;
    }
}
