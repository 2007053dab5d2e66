package dev.holdfast.dispatcher.publish;

import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ReturnCallback;
import dev.holdfast.task.RouteName;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages of one channel that the broker has not answered, by sequence number. An answer takes a message out once and
 * for all. RabbitMQ returns an unroutable message and then confirms it; Qpid nacks it and then returns it: not confirmed, or
 * returned, means unroutable.
 */
final class Unanswered implements ConfirmListener, ReturnCallback {

    /** No message is under way. */
    static final long NONE = Long.MIN_VALUE;

    private static final Logger log = LoggerFactory.getLogger(Unanswered.class);

    private final NavigableMap<Long, Sent> bySequence = new ConcurrentSkipListMap<>();
    private final Set<String> returned = ConcurrentHashMap.newKeySet();
    private final Outcomes outcomes;
    private final Consumer<RouteName> unroutable;
    private final Duration pause;

    /**
     * @param unroutable gets the route whose queue is not where it should be
     * @param pause before others may try again
     */
    Unanswered(Outcomes outcomes, Consumer<RouteName> unroutable, Duration pause) {
        this.outcomes = outcomes;
        this.unroutable = unroutable;
        this.pause = pause;
    }

    void sending(long sequence, Order order) {
        bySequence.put(sequence, new Sent(order, System.nanoTime()));
    }

    /** It never got as far as being sent. */
    void refuse(Order order) {
        outcomes.failed(List.of(order), pause);
    }

    @Override
    public void handleAck(long sequence, boolean multiple) {
        answered(sequence, multiple, true);
    }

    @Override
    public void handleNack(long sequence, boolean multiple) {
        answered(sequence, multiple, false);
    }

    @Override
    public void handle(Return message) {
        String body = new String(message.getBody(), StandardCharsets.UTF_8);
        for (Sent sent : bySequence.values()) {
            if (sent.order.key().toString().equals(body)) {
                returned.add(body);
                return;
            }
        }
    }

    private void answered(long sequence, boolean multiple, boolean confirmed) {
        if (multiple) {
            NavigableMap<Long, Sent> all = bySequence.headMap(sequence, true);
            for (Long each : new ArrayList<>(all.keySet())) {
                answer(bySequence.remove(each), confirmed);
            }
        } else {
            answer(bySequence.remove(sequence), confirmed);
        }
    }

    private void answer(@Nullable Sent sent, boolean confirmed) {
        if (sent == null) {
            return;
        }
        boolean wasReturned = returned.remove(sent.order.key().toString());
        if (confirmed && !wasReturned) {
            outcomes.confirmed(sent.order, sent.atNanos);
        } else {
            RouteName route = sent.order.leased().route();
            log.debug("{} found no queue of route {}", sent.order.key(), route);
            unroutable.accept(route);
            outcomes.failed(List.of(sent.order), pause);
        }
    }

    /** Nothing more will be answered. May be called again. */
    void abandon() {
        List<Order> left = new ArrayList<>();
        for (Map.Entry<Long, Sent> entry = bySequence.pollFirstEntry();
                entry != null;
                entry = bySequence.pollFirstEntry()) {
            left.add(entry.getValue().order);
        }
        if (!left.isEmpty()) {
            outcomes.failed(left, Duration.ZERO);
        }
    }

    int size() {
        return bySequence.size();
    }

    long oldestSentNanos() {
        Map.Entry<Long, Sent> first = bySequence.firstEntry();
        return first == null ? NONE : first.getValue().atNanos;
    }

    private record Sent(Order order, long atNanos) {}
}
