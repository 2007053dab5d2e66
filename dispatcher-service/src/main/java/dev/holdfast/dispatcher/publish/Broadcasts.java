package dev.holdfast.dispatcher.publish;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.loop.Loop;
import dev.holdfast.messaging.TaskMessage;
import dev.holdfast.messaging.Topology;
import dev.holdfast.task.AttemptKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends signals to all workers or dispatchers. The caller never waits and never learns: a signal only saves waiting time,
 * and is dropped while the broker is away or blocks, or when there are too many.
 */
public final class Broadcasts {

    private static final Logger log = LoggerFactory.getLogger(Broadcasts.class);
    private static final int MOST_CANCELS = 1_000;
    private static final Duration IDLE = Duration.ofSeconds(1);

    private final ArrayBlockingQueue<AttemptKey> cancels = new ArrayBlockingQueue<>(MOST_CANCELS);
    private final AtomicBoolean work = new AtomicBoolean();
    private final PublisherLink link;
    private final byte[] self;
    private final Loop loop = new Loop("broadcast", IDLE, this::pass);

    /** @param self names this process, so that it need not heed its own signals */
    Broadcasts(PublisherLink link, String self) {
        this.link = link;
        this.self = self.getBytes(StandardCharsets.UTF_8);
    }

    Loop loop() {
        return loop;
    }

    /** A cancel was asked of this attempt: whoever runs it should stop it now and not with its next heartbeat. */
    public void cancel(AttemptKey attempt) {
        if (cancels.offer(attempt)) {
            loop.signal();
        }
    }

    /** Something may be grantable: every other dispatcher should look. */
    public void work() {
        if (work.compareAndSet(false, true)) {
            loop.signal();
        }
    }

    /** Whether a signal with this body came from here. */
    boolean isOwn(byte[] body) {
        return Arrays.equals(body, self);
    }

    void pass() {
        Session session = link.usable();
        if (session == null) {
            cancels.clear();
            work.set(false);
            return;
        }
        try {
            if (work.getAndSet(false)) {
                Faults.at(FaultPoint.BROADCAST_TAKEN);
                session.signal(Topology.SIGNAL_WORK, self);
            }
            for (AttemptKey next = cancels.poll(); next != null; next = cancels.poll()) {
                session.signal(Topology.SIGNAL_CANCEL, TaskMessage.body(next));
            }
        } catch (IOException | RuntimeException e) {
            log.debug("a signal was not sent", e);
        }
    }
}
