package dev.holdfast.chaos.storm;

import dev.holdfast.chaos.process.Service;
import dev.holdfast.chaos.proxy.TcpProxy;
import dev.holdfast.chaos.record.LineWriter;
import dev.holdfast.chaos.record.Micros;
import dev.holdfast.chaos.record.ProcessLife;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One process of the run, kept alive as a platform would: whatever ends it, it is started again under its name, at once or
 * when its downtime is over. Writes down each of its lives. Thread-safe.
 */
final class Actor implements AutoCloseable {

    private static final int LOOK_MILLIS = 50;

    /** Told when a process ended without being told to. */
    interface Deaths {
        /** @param lastSeen when it was last known to live, microseconds since the epoch */
        void died(Actor actor, ProcessLife life, long lastSeen);
    }

    private final String role;
    private final Service service;
    private final Map<String, String> environment;
    private final TcpProxy database;
    private final TcpProxy broker;
    private final LineWriter<ProcessLife> lives;
    private final Deaths deaths;
    private final Thread keeper;
    private @Nullable ProcessLife life;
    private boolean wanted;
    private boolean told;
    private boolean closed;
    private long notBefore;
    private long lastSeen;

    Actor(
            String role,
            Service service,
            Map<String, String> environment,
            TcpProxy database,
            TcpProxy broker,
            LineWriter<ProcessLife> lives,
            Deaths deaths) {
        this.role = role;
        this.service = service;
        this.environment = environment;
        this.database = database;
        this.broker = broker;
        this.lives = lives;
        this.deaths = deaths;
        this.keeper = new Thread(this::keep, "keeper-" + service.name());
        keeper.setDaemon(true);
        keeper.start();
    }

    String name() {
        return service.name();
    }

    String role() {
        return role;
    }

    Service service() {
        return service;
    }

    TcpProxy database() {
        return database;
    }

    TcpProxy broker() {
        return broker;
    }

    /** From now on it is kept running. */
    synchronized void up() {
        wanted = true;
        notBefore = 0;
    }

    synchronized boolean isReady() {
        return life != null && life.ready() != null && service.isRunning();
    }

    synchronized boolean isRunning() {
        return life != null && service.isRunning();
    }

    /** 0 if it does not run. */
    synchronized long pid() {
        return life == null ? 0 : life.pid();
    }

    /** When its present life became ready; null if it is not. */
    synchronized @Nullable Long readySince() {
        return life == null ? null : life.ready();
    }

    /** SIGKILL; started again after the downtime. */
    synchronized void kill(Duration down) {
        notBefore = System.nanoTime() + down.toNanos();
        told = true;
        if (life != null) {
            service.kill();
            look();
        }
    }

    /** SIGTERM; started again when it has ended. */
    synchronized void terminate() {
        told = true;
        if (isRunning()) {
            service.terminate();
        }
    }

    /** SIGSTOP. */
    synchronized void freeze() {
        if (isRunning()) {
            service.freeze();
        }
    }

    /** SIGCONT. */
    synchronized void wake() {
        if (isRunning()) {
            service.wake();
        }
    }

    /** SIGKILL, and not started again. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            wanted = false;
            told = true;
            service.close();
            look();
        }
        keeper.interrupt();
        database.close();
        broker.close();
    }

    private void keep() {
        try {
            while (true) {
                look();
                if (isStarting() && service.isReady()) {
                    became(Micros.now());
                }
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException | IllegalStateException closedMeanwhile) {
            if (!isClosed()) {
                throw new IllegalStateException("nobody keeps " + name() + " alive any more", closedMeanwhile);
            }
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized boolean isStarting() {
        return life != null && life.ready() == null;
    }

    private synchronized void became(long ready) {
        ProcessLife now = life;
        if (now != null && service.isRunning()) {
            life = new ProcessLife(now.name(), now.role(), now.pid(), now.started(), ready, null, null, null);
            lives.append(life);
        }
    }

    private synchronized void look() {
        ProcessLife now = life;
        if (now != null && service.isRunning()) {
            lastSeen = Micros.now();
        } else if (now != null) {
            buried(now);
        } else if (wanted && System.nanoTime() >= notBefore) {
            launched();
        }
    }

    private void buried(ProcessLife now) {
        int code = service.awaitExit(Duration.ofSeconds(1));
        ProcessLife over = new ProcessLife(
                now.name(),
                now.role(),
                now.pid(),
                now.started(),
                now.ready(),
                Micros.now(),
                told ? "killed" : "exited",
                code);
        lives.append(over);
        life = null;
        if (!told) {
            deaths.died(this, over, lastSeen);
        }
        told = false;
    }

    private void launched() {
        long started = Micros.now();
        service.launch(environment);
        told = false;
        lastSeen = started;
        life = new ProcessLife(name(), role, service.pid(), started, null, null, null, null);
        lives.append(life);
    }
}
