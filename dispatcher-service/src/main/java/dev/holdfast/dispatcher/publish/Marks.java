package dev.holdfast.dispatcher.publish;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.loop.Loop;
import dev.holdfast.store.publish.Leases;
import dev.holdfast.store.publish.Published;
import dev.holdfast.task.AttemptKey;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Brings what became of messages into the database, in batches: confirmed ones are marked, failed ones have their lease
 * released. What cannot be stored before its lease has run out is forgotten: then the row is anybody's anyway.
 *
 * <p>It also counts what is under way, from the order to the mark.
 */
final class Marks implements Outcomes {

    private static final int BATCH = 500;

    private final ConcurrentLinkedQueue<Result> results = new ConcurrentLinkedQueue<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private final Leases leases;
    private final PublishProperties settings;
    private final Loop loop;
    private final Counter published;
    private final Counter republished;

    Marks(Leases leases, PublishProperties settings, MeterRegistry metrics) {
        this.leases = leases;
        this.settings = settings;
        this.published = Counter.builder("holdfast.messages.published")
                .description("messages that the broker confirmed, without repetitions of lost ones")
                .register(metrics);
        this.republished = Counter.builder("holdfast.messages.republished")
                .description("messages sent again because the broker lost them")
                .register(metrics);
        Gauge.builder("holdfast.messages.under.way", underWay, AtomicInteger::get)
                .description("messages between their lease and their mark")
                .register(metrics);
        this.loop = new Loop("publish-mark", settings.publishSweep(), this::pass);
    }

    Loop loop() {
        return loop;
    }

    int underWay() {
        return underWay.get();
    }

    void began(int orders) {
        underWay.addAndGet(orders);
    }

    @Override
    public void confirmed(Order order, long sentNanos) {
        add(new Result(order, sentNanos, null, System.nanoTime()));
    }

    @Override
    public void failed(Collection<Order> orders, Duration pause) {
        orders.forEach(order -> add(new Result(order, 0, pause, System.nanoTime())));
    }

    private void add(Result result) {
        results.add(result);
        loop.signal();
    }

    /** Stores all that is there, after a moment in which more may come. */
    void pass() {
        LockSupport.parkNanos(settings.markDelay().toNanos());
        // What is still locked after this pass waits for the next one; nothing is tried twice in one.
        List<Result> later = new ArrayList<>();
        for (List<Result> batch = take(); !batch.isEmpty(); batch = take()) {
            try {
                later.addAll(store(batch));
            } catch (RuntimeException e) {
                later.addAll(batch);
                keep(later);
                throw e;
            }
        }
        keep(later);
    }

    private List<Result> take() {
        List<Result> batch = new ArrayList<>();
        for (Result next = results.poll(); next != null; next = results.poll()) {
            batch.add(next);
            if (batch.size() == BATCH) {
                break;
            }
        }
        return batch;
    }

    /** @return those to be tried again */
    private List<Result> store(List<Result> batch) {
        Map<AttemptKey, Result> first = byKey(batch, r -> r.pause == null && !r.order.again());
        Map<AttemptKey, Result> again = byKey(batch, r -> r.pause == null && r.order.again());
        Map<Duration, List<AttemptKey>> failed = batch.stream()
                .filter(r -> r.pause != null)
                .collect(Collectors.groupingBy(
                        Result::pauseOrZero, Collectors.mapping(r -> r.order.key(), Collectors.toList())));
        Faults.at(FaultPoint.PUBLISH_CONFIRMED);
        Leases.MarkAnswer answer =
                leases.markQueued(first.values().stream().map(Result::published).toList());
        Faults.at(FaultPoint.PUBLISH_MARKED);
        int repeated = leases.markRepublished(
                again.values().stream().map(Result::published).toList());
        failed.forEach((pause, keys) -> leases.release(keys, pause));
        Faults.at(FaultPoint.PUBLISH_NOTED);
        List<Result> locked = answer.locked().stream().map(first::get).toList();
        published.increment(first.size() - locked.size());
        republished.increment(repeated);
        underWay.addAndGet(locked.size() - batch.size());
        return locked;
    }

    private static Map<AttemptKey, Result> byKey(List<Result> batch, java.util.function.Predicate<Result> which) {
        return batch.stream()
                .filter(which)
                .collect(Collectors.toMap(r -> r.order.key(), Function.identity(), (a, b) -> b));
    }

    private void keep(List<Result> later) {
        for (Result result : later) {
            if (result.age().compareTo(settings.publishLease()) < 0) {
                results.add(result);
            } else {
                underWay.decrementAndGet();
            }
        }
    }

    /** @param pause null if it was confirmed */
    private record Result(
            Order order,
            long sentNanos,
            @org.jspecify.annotations.Nullable Duration pause,
            long atNanos) {

        Published published() {
            return new Published(order.key(), (System.nanoTime() - sentNanos) / 1_000_000);
        }

        Duration pauseOrZero() {
            return pause == null ? Duration.ZERO : pause;
        }

        Duration age() {
            return Duration.ofNanos(System.nanoTime() - atNanos);
        }
    }
}
