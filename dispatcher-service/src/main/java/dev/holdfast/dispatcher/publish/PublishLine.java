package dev.holdfast.dispatcher.publish;

import dev.holdfast.loop.Loop;
import java.time.Duration;
import java.util.List;
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
    private final List<Loop> feeders;
    private volatile boolean running;

    /** @param feeders loops that hand orders over, or wake those who do */
    PublishLine(TaskPublisher publisher, Marks marks, PublisherLink link, Loop linkKeeper, List<Loop> feeders) {
        this.publisher = publisher;
        this.marks = marks;
        this.link = link;
        this.linkKeeper = linkKeeper;
        this.feeders = feeders;
    }

    @Override
    public void start() {
        marks.loop().start();
        publisher.start();
        linkKeeper.start();
        feeders.forEach(Loop::start);
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        feeders.forEach(Loop::stop);
        publisher.stop();
        long end = System.nanoTime() + LAST_ANSWERS.toNanos();
        while (marks.underWay() > 0 && link.usable() != null && System.nanoTime() < end) {
            LockSupport.parkNanos(STEP.toNanos());
        }
        linkKeeper.stop();
        link.close();
        marks.loop().stop();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** After the web server started, before the grants do; the other way round at the end. */
    @Override
    public int getPhase() {
        return DEFAULT_PHASE - 16;
    }
}
