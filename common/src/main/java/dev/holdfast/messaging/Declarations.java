package dev.holdfast.messaging;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import dev.holdfast.messaging.BrokerProperties.QueueType;
import dev.holdfast.task.RouteName;
import java.io.IOException;
import java.util.Map;

/**
 * Declares what must be there before anybody publishes or consumes. Idempotent; both sides of a queue call it. Queues carry
 * no limits of their own: those are policies.
 *
 * <p>Each method fails with {@link IOException} if the broker refuses (then the channel is closed) or went away.
 */
public final class Declarations {

    private final QueueType queueType;

    public Declarations(QueueType queueType) {
        this.queueType = queueType;
    }

    /** Exchanges, and the queue of dead letters. */
    public void common(Channel channel) throws IOException {
        channel.exchangeDeclare(Topology.TASKS, BuiltinExchangeType.DIRECT, true);
        channel.exchangeDeclare(Topology.SIGNALS, BuiltinExchangeType.TOPIC, true);
        channel.exchangeDeclare(Topology.DEAD_LETTERS, BuiltinExchangeType.FANOUT, true);
        channel.queueDeclare(Topology.DEAD_LETTERS, true, false, false, Map.of("x-queue-type", queueType.toString()));
        channel.queueBind(Topology.DEAD_LETTERS, Topology.DEAD_LETTERS, "");
    }

    /**
     * The queue of a route, bound to the exchange of task messages, which must be there.
     *
     * @return the queue's name
     */
    public String taskQueue(Channel channel, RouteName route) throws IOException {
        String queue = Topology.queueOf(route);
        channel.queueDeclare(
                queue,
                true,
                false,
                false,
                Map.of("x-queue-type", queueType.toString(), "x-dead-letter-exchange", Topology.DEAD_LETTERS));
        channel.queueBind(queue, Topology.TASKS, queue);
        return queue;
    }

    /** The queue that tells a wiped broker. */
    public void marker(Channel channel) throws IOException {
        channel.queueDeclare(Topology.MARKER, true, false, false, Map.of("x-queue-type", queueType.toString()));
    }

    /** A queue of this connection alone, gone with it, that receives the signals of one kind. */
    public String signalQueue(Channel channel, String signal) throws IOException {
        String queue = channel.queueDeclare().getQueue();
        channel.queueBind(queue, Topology.SIGNALS, signal);
        return queue;
    }
}
