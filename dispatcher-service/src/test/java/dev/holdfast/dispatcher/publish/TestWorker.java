package dev.holdfast.dispatcher.publish;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Delivery;
import dev.holdfast.backing.Broker;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.messaging.BrokerProperties.QueueType;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.messaging.TaskMessage;
import dev.holdfast.messaging.UnreadableMessageException;
import dev.holdfast.store.claim.ClaimResult;
import dev.holdfast.store.claim.Claims;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A worker with one slot as the broker and the database see one: it takes a delivery only while the slot is free, claims,
 * acknowledges, and runs until it is told to finish.
 */
final class TestWorker implements AutoCloseable {

    final ConcurrentLinkedQueue<AttemptKey> running = new ConcurrentLinkedQueue<>();
    final AtomicInteger deliveries = new AtomicInteger();
    final AtomicInteger claimed = new AtomicInteger();
    private final Incarnation incarnation;
    private final Claims claims;
    private final Settlements settlements;
    private final Connection connection;
    private final Channel channel;
    private final String queue;
    private String tag = "";

    TestWorker(PublishRig rig, Broker broker, Incarnation incarnation) throws IOException, TimeoutException {
        this.incarnation = incarnation;
        JdbcClient jdbc = rig.jdbc;
        claims = new Claims(jdbc);
        settlements = new Settlements(jdbc);
        connection = broker.connectionFactory().newConnection("worker");
        channel = connection.createChannel();
        Declarations declarations = new Declarations(QueueType.CLASSIC);
        declarations.common(channel);
        queue = declarations.taskQueue(channel, PublishRig.ECHO);
        channel.basicQos(1);
        consume();
    }

    private synchronized void consume() throws IOException {
        tag = channel.basicConsume(queue, false, this::deliver, ended -> {});
    }

    private synchronized void deliver(String consumer, Delivery delivery) throws IOException {
        deliveries.incrementAndGet();
        long delivered = delivery.getEnvelope().getDeliveryTag();
        try {
            AttemptKey key = TaskMessage.read(delivery.getBody());
            if (claims.claim(incarnation, "test", List.of(key)).get(0) instanceof ClaimResult.Claimed) {
                channel.basicCancel(tag);
                running.add(key);
                claimed.incrementAndGet();
            }
            channel.basicAck(delivered, false);
        } catch (UnreadableMessageException e) {
            channel.basicNack(delivered, false, false);
        }
    }

    /** Ends what runs and takes the next. */
    synchronized void finish() throws IOException {
        AttemptKey key = running.poll();
        if (key != null) {
            settlements.end(incarnation, "worker test", "", List.of(AttemptEnd.succeeded(key, null)));
            consume();
        }
    }

    @Override
    public void close() {
        connection.abort(1_000);
    }
}
