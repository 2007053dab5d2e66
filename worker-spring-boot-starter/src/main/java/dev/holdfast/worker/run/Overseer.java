package dev.holdfast.worker.run;

import dev.holdfast.loop.Loop;
import java.time.Duration;
import java.util.function.Consumer;

/** Watches the time of running attempts: their timeouts, and how long they ignore that they were asked to stop. */
public final class Overseer {

    private static final Duration LOOK = Duration.ofMillis(50);

    private final Attempts attempts;
    private final Runner runner;
    private final Duration stopGrace;
    private final Consumer<Attempt> stubborn;
    private final Loop loop = new Loop("holdfast-overseer", LOOK, this::look);

    /**
     * @param stubborn told, again and again, of an attempt that holds resources and has not returned {@code stopGrace}
     *     after it was asked to
     */
    public Overseer(Attempts attempts, Runner runner, Duration stopGrace, Consumer<Attempt> stubborn) {
        this.attempts = attempts;
        this.runner = runner;
        this.stopGrace = stopGrace;
        this.stubborn = stubborn;
    }

    public void start() {
        loop.start();
    }

    public void stop() {
        loop.stop();
    }

    void look() {
        long now = System.nanoTime();
        for (Attempt attempt : attempts.all()) {
            if (attempt.age(now).compareTo(attempt.claimed().timeout()) > 0) {
                attempt.stop(StopReason.TIMEOUT);
            }
            if (attempt.ignoring(now).compareTo(stopGrace) > 0) {
                if (attempt.holdsResources()) {
                    stubborn.accept(attempt);
                } else {
                    runner.abandon(attempt);
                }
            }
        }
    }
}
