package dev.holdfast.dispatcher.publish;

import dev.holdfast.loop.Loop;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.springframework.context.SmartLifecycle;

/**
 * Starts and stops the parts of publishing in their order. A stop takes nothing new, gives back what was not sent, waits a
 * moment for what was, and stores what became of it.
 */
final class PublishLine implements SmartLifecycle {

    private static final Duration LAST_ANSWERS = Duration.ofSeconds(2);
    private static final Duration STEP = Duration.ofMillis(20);

    private final TaskPublisher publisher;
    private final Marks marks;
    private final PublisherLink link;
    private final Loop linkKeeper;
    private final Listener listener;
    private final Loop listenerKeeper;
    private final Sweeps sweeps;
    private final Broadcasts broadcasts;
    private volatile boolean running;

    /**
     * @param reconnect how often a missing connection is tried anew
     * @param sessionOpened called, beside the sweeps, when one may publish again
     */
    PublishLine(
            TaskPublisher publisher,
            Marks marks,
            PublisherLink link,
            Listener listener,
            Sweeps sweeps,
            Broadcasts broadcasts,
            Duration reconnect,
            Runnable sessionOpened) {
        this.publisher = publisher;
        this.marks = marks;
        this.link = link;
        this.listener = listener;
        this.sweeps = sweeps;
        this.broadcasts = broadcasts;
        this.linkKeeper = new Loop("publish-connection", reconnect, link::keep);
        this.listenerKeeper = new Loop("listen-connection", reconnect, listener::keep);
        link.listen(
                () -> {
                    sweeps.sessionOpened();
                    sessionOpened.run();
                },
                linkKeeper::signal);
    }

    @Override
    public void start() {
        marks.loop().start();
        publisher.start();
        linkKeeper.start();
        listenerKeeper.start();
        broadcasts.loop().start();
        sweeps.loops().forEach(Loop::start);
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        sweeps.loops().forEach(Loop::stop);
        listenerKeeper.stop();
        listener.close();
        publisher.stop();
        long end = System.nanoTime() + LAST_ANSWERS.toNanos();
        while (marks.underWay() > 0 && link.usable() != null && System.nanoTime() < end) {
            LockSupport.parkNanos(STEP.toNanos());
        }
        broadcasts.loop().stop();
        linkKeeper.stop();
        link.close();
        marks.loop().stop();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Before the grants start; after they stopped. */
    @Override
    public int getPhase() {
        return DEFAULT_PHASE - 16;
    }
}
