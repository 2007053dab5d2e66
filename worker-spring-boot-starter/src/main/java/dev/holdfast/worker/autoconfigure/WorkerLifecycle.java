package dev.holdfast.worker.autoconfigure;

import org.springframework.context.SmartLifecycle;

/**
 * Starts the worker when everything else of the application is up, and stops it before anything else goes down: handlers
 * may need all of it. The stop is synchronous, so that no phase timeout of the framework cuts it short.
 */
final class WorkerLifecycle implements SmartLifecycle {

    private final Worker worker;
    private volatile boolean running;

    WorkerLifecycle(Worker worker) {
        this.worker = worker;
    }

    @Override
    public void start() {
        try {
            worker.start();
            running = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while registering", e);
        } catch (RuntimeException e) {
            worker.stop();
            throw e;
        }
    }

    @Override
    public void stop() {
        running = false;
        worker.stop();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
