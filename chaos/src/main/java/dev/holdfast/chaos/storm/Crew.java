package dev.holdfast.chaos.storm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The threads of a storm. A failure of one of them is a failure of the run, told by whoever waits for them. */
final class Crew implements AutoCloseable {

    private final Map<String, Thread> helpers = new LinkedHashMap<>();
    private final List<Thread> workers = new ArrayList<>();
    private final ConcurrentLinkedQueue<RuntimeException> failures = new ConcurrentLinkedQueue<>();

    /** Until it is stopped. */
    void keepDoing(String name, Runnable body) {
        helpers.put(name, start(name, body));
    }

    /** Until it is done. */
    void carryOut(String name, Runnable body) {
        workers.add(start(name, body));
    }

    /** Waits for those that come to an end by themselves. */
    void awaitWork() {
        workers.forEach(this::join);
        check();
    }

    void stop(String... names) {
        for (String name : names) {
            Thread helper = helpers.get(name);
            if (helper != null) {
                helper.interrupt();
                join(helper);
            }
        }
        check();
    }

    @Override
    public void close() {
        helpers.values().forEach(Thread::interrupt);
        workers.forEach(Thread::interrupt);
        helpers.values().forEach(this::join);
        workers.forEach(this::join);
    }

    private void check() {
        RuntimeException failure = failures.peek();
        if (failure != null) {
            throw failure;
        }
    }

    private Thread start(String name, Runnable body) {
        Thread thread = new Thread(
                () -> {
                    try {
                        body.run();
                    } catch (StormInterrupted over) {
                        // as wanted
                    } catch (RuntimeException e) {
                        failures.add(e);
                    }
                },
                "storm-" + name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StormInterrupted(e);
        }
    }
}
