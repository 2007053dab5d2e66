package dev.holdfast.dispatcher.publish;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Sends orders to the broker, one after the other, in a thread of its own: the only one that may be stuck in a write.
 * Whoever hands orders over waits for nothing.
 */
final class TaskPublisher implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(TaskPublisher.class);
    private static final Duration IDLE = Duration.ofMillis(200);

    private final LinkedBlockingQueue<Order> orders = new LinkedBlockingQueue<>();
    private final PublisherLink link;
    private final Marks marks;
    private final int maxUnderWay;
    private volatile @Nullable Thread thread;
    private volatile boolean stopping;

    TaskPublisher(PublisherLink link, Marks marks, int maxUnderWay) {
        this.link = link;
        this.marks = marks;
        this.maxUnderWay = maxUnderWay;
    }

    /** How many orders are welcome now; 0 while the broker is away or blocks. */
    int budget() {
        return link.usable() == null || stopping ? 0 : Math.max(0, maxUnderWay - marks.underWay());
    }

    /** Takes over leased rows. What is beyond the budget by a race is sent too; what cannot be sent gives its lease back. */
    void publish(Collection<Order> more) {
        marks.began(more.size());
        if (stopping) {
            marks.failed(more, Duration.ZERO);
        } else {
            orders.addAll(more);
        }
    }

    private void run() {
        while (!stopping) {
            try {
                Order order = orders.poll(IDLE.toMillis(), TimeUnit.MILLISECONDS);
                if (order != null) {
                    send(order);
                }
            } catch (InterruptedException e) {
                break;
            }
        }
        giveBack(null);
    }

    private void send(Order order) {
        Session session = link.usable();
        if (session == null) {
            giveBack(order);
            return;
        }
        link.sending(true);
        try {
            Faults.at(FaultPoint.PUBLISH_BEFORE_SEND);
            session.send(order);
            Faults.at(FaultPoint.PUBLISH_AFTER_SEND);
            if (!orders.isEmpty()) {
                Faults.at(FaultPoint.PUBLISH_MID_BATCH);
            }
        } catch (IOException | RuntimeException e) {
            // Its outcome has been told: the row is published again. Only the reason is left to say.
            log.warn("{} could not be published: {}", order.key(), e.toString());
        } finally {
            link.sending(false);
        }
    }

    private void giveBack(@Nullable Order first) {
        List<Order> all = new ArrayList<>();
        if (first != null) {
            all.add(first);
        }
        orders.drainTo(all);
        marks.failed(all, Duration.ZERO);
    }

    @Override
    public void start() {
        stopping = false;
        Thread started = new Thread(this::run, "publish");
        started.setDaemon(true);
        thread = started;
        started.start();
    }

    @Override
    public void stop() {
        stopping = true;
        Thread running = thread;
        thread = null;
        if (running != null) {
            try {
                running.join(IDLE.toMillis() * 5);
                running.interrupt();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }
}
