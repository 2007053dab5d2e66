package dev.holdfast.dispatcher.publish;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.messaging.TaskMessage;
import dev.holdfast.messaging.UnreadableMessageException;
import dev.holdfast.store.publish.DeadLetterRows;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps in the database what no worker could read, then takes it from the broker. */
final class DeadLetters {

    private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final DeadLetterRows rows;
    private final Counter counter;

    DeadLetters(DeadLetterRows rows, MeterRegistry metrics) {
        this.rows = rows;
        this.counter = Counter.builder("holdfast.messages.dead.lettered")
                .description("messages that nobody could read")
                .register(metrics);
    }

    /** Called by the broker client, one delivery at a time. */
    void take(Channel channel, Delivery delivery) throws IOException {
        long tag = delivery.getEnvelope().getDeliveryTag();
        String queue = origin(delivery);
        String problem = problem(delivery);
        try {
            rows.add(queue, delivery.getBody(), problem);
        } catch (RuntimeException e) {
            // The database is away: the letter waits at the broker, and the next ones with it.
            log.debug("a dead letter could not be stored, it is returned", e);
            LockSupport.parkNanos(PAUSE.toNanos());
            channel.basicNack(tag, false, true);
            return;
        }
        Faults.at(FaultPoint.DEAD_LETTER_STORED);
        counter.increment();
        log.warn("a message in {} could not be read: {}", queue, problem);
        channel.basicAck(tag, false);
    }

    private static String origin(Delivery delivery) {
        Map<String, Object> headers = delivery.getProperties().getHeaders();
        if (headers != null
                && headers.get("x-death") instanceof List<?> deaths
                && !deaths.isEmpty()
                && deaths.get(0) instanceof Map<?, ?> death
                && death.get("queue") != null) {
            return death.get("queue").toString().replaceAll("\\p{Cntrl}", "?");
        }
        return delivery.getEnvelope().getRoutingKey();
    }

    private static String problem(Delivery delivery) {
        try {
            return "rejected although it can be read: " + TaskMessage.read(delivery.getBody());
        } catch (UnreadableMessageException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
