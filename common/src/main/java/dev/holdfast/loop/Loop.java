package dev.holdfast.loop;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Runs one pass again and again in a thread of its own: at once after {@link #signal()}, else after the interval (± 10 %, so
 * that several processes do not march in step). A pass that throws is logged and tried again; it never ends the loop.
 *
 * <p>Signals during a pass are not lost: one more pass follows. {@link #stop()} lets the running pass end, for at most
 * {@link #STOP_BOUND}, then interrupts it.
 */
public final class Loop implements SmartLifecycle {

    /** How long a stop waits for the running pass. */
    public static final Duration STOP_BOUND = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(Loop.class);

    private final String name;
    private final Duration interval;
    private final Runnable pass;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition wake = lock.newCondition();
    private boolean signaled;
    private boolean stopping;
    private @Nullable Thread thread;
    private volatile long lastSuccess;
    private int failuresInARow;

    public Loop(String name, Duration interval, Runnable pass) {
        this.name = name;
        this.interval = interval;
        this.pass = pass;
        this.lastSuccess = System.nanoTime();
    }

    /** Asks for a pass soon. Cheap, never blocks for long, safe from any thread and before the start. */
    public void signal() {
        lock.lock();
        try {
            signaled = true;
            wake.signal();
        } finally {
            lock.unlock();
        }
    }

    /** One pass, in the caller's thread. For tests, and for nobody else while the loop runs. */
    public void runOnce() {
        pass.run();
        lastSuccess = System.nanoTime();
    }

    /** How long ago the last pass ended well, or the loop was made. */
    public Duration sinceLastSuccess() {
        return Duration.ofNanos(System.nanoTime() - lastSuccess);
    }

    public String name() {
        return name;
    }

    @Override
    public void start() {
        lock.lock();
        try {
            if (thread != null) {
                return;
            }
            stopping = false;
            lastSuccess = System.nanoTime();
            Thread started = new Thread(this::run, name);
            started.setDaemon(true);
            thread = started;
            started.start();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void stop() {
        Thread running;
        lock.lock();
        try {
            running = thread;
            stopping = true;
            wake.signal();
        } finally {
            lock.unlock();
        }
        if (running == null || running == Thread.currentThread()) {
            return;
        }
        try {
            running.join(STOP_BOUND.toMillis());
            if (running.isAlive()) {
                log.warn("loop {} did not end its pass within {}, interrupting it", name, STOP_BOUND);
                running.interrupt();
                running.join(STOP_BOUND.toMillis());
            }
        } catch (InterruptedException e) {
            running.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        lock.lock();
        try {
            return thread != null;
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            while (awaitTurn()) {
                passSafely();
            }
        } finally {
            lock.lock();
            try {
                thread = null;
            } finally {
                lock.unlock();
            }
        }
    }

    private void passSafely() {
        try {
            runOnce();
            if (failuresInARow > 0) {
                log.info("loop {} works again after {} failed passes", name, failuresInARow);
            }
            failuresInARow = 0;
        } catch (RuntimeException | Error e) {
            // An Error too (out of memory, a class that does not load): a loop that ended silently would be a steady
            // lie.
            failuresInARow++;
            if (failuresInARow == 1) {
                log.warn("a pass of loop {} failed, trying again each {}", name, interval, e);
            } else {
                log.debug("pass of loop {} failed for the {}th time in a row", name, failuresInARow, e);
            }
        }
    }

    /** False once the loop is to stop. After a failed pass a signal does not shorten the wait: no busy loop on a fault. */
    private boolean awaitTurn() {
        long nanos = (long) (interval.toNanos() * ThreadLocalRandom.current().nextDouble(0.9, 1.1));
        lock.lock();
        try {
            while (!stopping && (!signaled || failuresInARow > 0) && nanos > 0) {
                nanos = wake.awaitNanos(nanos);
            }
            signaled = false;
            return !stopping;
        } catch (InterruptedException e) {
            return false;
        } finally {
            lock.unlock();
        }
    }
}
