package dev.holdfast.worker.receive;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.worker.claim.Claimer;
import dev.holdfast.worker.join.Membership;
import dev.holdfast.worker.run.Slots;
import java.io.IOException;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves all consumers, in one thread: takes deliveries, gives each a slot or returns it, answers them, and keeps what may
 * still come within the free slots. See the package.
 */
public final class Receiver {

    private static final Logger log = LoggerFactory.getLogger(Receiver.class);
    private static final Duration TICK = Duration.ofMillis(200);

    private final Broker broker;
    private final Slots slots;
    private final Membership membership;
    private final Claimer claimer;
    private final LinkedBlockingQueue<Step> steps = new LinkedBlockingQueue<>();
    private final PriorityQueue<Later> later = new PriorityQueue<>();
    private volatile boolean running;
    private volatile boolean consumesNothing;
    private @Nullable Thread thread;

    /** Something to do in the receiver's thread. */
    interface Step {
        void run() throws IOException, TimeoutException;
    }

    private record Later(long at, Step step) implements Comparable<Later> {
        @Override
        public int compareTo(Later other) {
            return Long.signum(at - other.at);
        }
    }

    public Receiver(Broker broker, Slots slots, Membership membership, Claimer claimer) {
        this.broker = broker;
        this.slots = slots;
        this.membership = membership;
        this.claimer = claimer;
        broker.consumers().attach(new Arrivals());
    }

    public void start() {
        running = true;
        Thread started = new Thread(this::loop, "holdfast-receive");
        started.setDaemon(true);
        thread = started;
        started.start();
    }

    /** Looks again whether consumers fit the free slots. Cheap; from any thread. */
    public void wake() {
        steps.add(() -> {});
    }

    /** Cancels all consumers for good and waits for it, at most {@code atMost}. What has arrived can still be answered. */
    public void stopConsuming(Duration atMost) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        consumesNothing = true;
        steps.add(() -> {
            broker.consumers().cancelAll();
            done.countDown();
        });
        if (!done.await(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
            log.warn("the broker did not confirm within {} that nothing is consumed any more", atMost);
        }
    }

    /** Closes the connection: what is still unanswered returns to the broker's queues. */
    public void stop() {
        running = false;
        wake();
        Thread stopped = thread;
        if (stopped != null) {
            try {
                stopped.join(2000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        broker.close();
    }

    private void loop() {
        while (running) {
            try {
                awaitStep();
                keepUp();
            } catch (InterruptedException e) {
                return;
            } catch (IOException | TimeoutException | RuntimeException | Error e) {
                broker.failed(e);
            }
        }
    }

    private void awaitStep() throws InterruptedException, IOException, TimeoutException {
        Step step = steps.poll(untilNext(), TimeUnit.NANOSECONDS);
        while (step != null) {
            step.run();
            step = steps.poll();
        }
        long now = System.nanoTime();
        while (!later.isEmpty() && later.element().at() - now <= 0) {
            later.remove().step().run();
        }
    }

    private long untilNext() {
        Later next = later.peek();
        return next == null ? TICK.toNanos() : Math.max(0, Math.min(TICK.toNanos(), next.at() - System.nanoTime()));
    }

    private void keepUp() throws IOException, TimeoutException {
        boolean consume = running && !consumesNothing && membership.takesWork();
        broker.maintain(!consumesNothing);
        broker.consumers().fit(consume ? slots.free() : 0);
    }

    /** What the broker's client tells, carried over into the receiver's thread. */
    private final class Arrivals implements RouteConsumer.Events {

        @Override
        public void delivered(RouteConsumer consumer, RouteConsumer.Mark mark, byte[] body) {
            steps.add(() -> arrived(consumer, mark, body));
        }

        @Override
        public void lost(RouteConsumer consumer, String why) {
            steps.add(() -> broker.consumers().lost(consumer, why));
        }
    }

    private void arrived(RouteConsumer consumer, RouteConsumer.Mark mark, byte[] body) throws IOException {
        consumer.prefetch.delivered(mark.epoch());
        Faults.at(FaultPoint.DELIVERY_ARRIVED);
        AttemptKey key = Bodies.read(consumer.queue(), body);
        if (key == null) {
            consumer.reject(mark);
            return;
        }
        Slots.Slot slot = membership.takesWork() && !consumesNothing ? slots.tryTake() : null;
        if (slot == null) {
            // Canceled first, or it would come straight back.
            broker.consumers().cancelAll();
            Faults.at(FaultPoint.DELIVERY_RETURNED);
            consumer.nack(mark);
            return;
        }
        claimer.offer(new Message(key, slot, consumer, mark));
    }

    /** One delivery on its way. */
    private final class Message implements dev.holdfast.worker.claim.Delivery {
        private final AttemptKey key;
        private final Slots.Slot slot;
        private final RouteConsumer consumer;
        private final RouteConsumer.Mark mark;

        Message(AttemptKey key, Slots.Slot slot, RouteConsumer consumer, RouteConsumer.Mark mark) {
            this.key = key;
            this.slot = slot;
            this.consumer = consumer;
            this.mark = mark;
        }

        @Override
        public AttemptKey key() {
            return key;
        }

        @Override
        public Slots.Slot slot() {
            return slot;
        }

        @Override
        public void ack() {
            steps.add(() -> {
                if (!consumer.isOpen()) {
                    return;
                }
                if (consumer.prefetch.answerWouldExceed(mark.epoch(), slots.free())) {
                    consumer.cancel();
                }
                consumer.ack(mark);
                Faults.at(FaultPoint.CLAIM_AFTER_ACK);
            });
        }

        @Override
        public void giveBack(Duration after) {
            slot.release();
            if (after.isZero()) {
                steps.add(this::nack);
                return;
            }
            steps.add(() -> {
                if (consumer.isOpen()) {
                    broker.consumers().retire(consumer);
                    later.add(new Later(System.nanoTime() + after.toNanos(), this::nack));
                }
            });
        }

        private void nack() throws IOException {
            if (consumer.isOpen()) {
                if (consumer.prefetch.answerWouldExceed(mark.epoch(), slots.free())) {
                    consumer.cancel();
                }
                consumer.nack(mark);
            }
        }
    }
}
