package dev.holdfast.dispatcher.publish;

import dev.holdfast.messaging.BrokerConnections;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.messaging.Failures;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one {@link Session} open, by passes of a loop: opens the next one when the last is over, and gives up one whose
 * broker does not answer. Everybody else asks it for the current session and lives with there being none.
 */
final class PublisherLink {

    private static final Logger log = LoggerFactory.getLogger(PublisherLink.class);

    private final BrokerConnections connections;
    private final Declarations declarations;
    private final LostQueues lost;
    private final Outcomes outcomes;
    private final BrokerReport report;
    private final PublishProperties settings;
    private volatile @Nullable Session session;
    private volatile @Nullable String awayBecause = "not connected yet";
    private volatile long sendingSince;
    private volatile boolean closed;
    private Runnable opened = () -> {};
    private Runnable ended = () -> {};

    PublisherLink(
            BrokerConnections connections,
            Declarations declarations,
            LostQueues lost,
            Outcomes outcomes,
            BrokerReport report,
            PublishProperties settings) {
        this.connections = connections;
        this.declarations = declarations;
        this.lost = lost;
        this.outcomes = outcomes;
        this.report = report;
        this.settings = settings;
    }

    /** Whom to wake when a session begins and when one ends. To be set before the first pass. */
    void listen(Runnable whenOpened, Runnable whenEnded) {
        opened = whenOpened;
        ended = whenEnded;
    }

    /** One pass: connect if need be, else see that the broker answers. */
    void keep() {
        Session current = session;
        if (closed) {
            return;
        }
        if (current == null || !current.isOpen()) {
            connect();
        } else if (current.longestWait().compareTo(settings.confirmTimeout()) > 0) {
            current.cut("no confirm within " + settings.confirmTimeout());
        } else if (sendingFor().compareTo(settings.confirmTimeout()) > 0 && !current.isBlocked()) {
            current.cut("a message could not be written within " + settings.confirmTimeout());
        }
    }

    private void connect() {
        try {
            Session next = Session.open(
                    connections, declarations, lost, outcomes, settings.unroutablePause(), () -> ended.run());
            session = next;
            awayBecause = null;
            next.describe(report);
            opened.run();
        } catch (IOException | TimeoutException | RuntimeException e) {
            String reason = Failures.reason(e);
            if (awayBecause == null || !awayBecause.equals(reason)) {
                log.warn("no connection for publishing, trying again: {}", reason);
            }
            awayBecause = reason;
        }
    }

    /** The session on which one may publish now, or null: the broker is away or blocks. */
    @Nullable Session usable() {
        Session current = session;
        return current != null && current.isUsable() ? current : null;
    }

    /** The session, usable or not. */
    @Nullable Session current() {
        Session current = session;
        return current != null && current.isOpen() ? current : null;
    }

    @Nullable String awayBecause() {
        return awayBecause;
    }

    /** Brackets what may get stuck in a write, so that a pass can end it. */
    void sending(boolean begins) {
        sendingSince = begins ? System.nanoTime() : 0;
    }

    private Duration sendingFor() {
        long since = sendingSince;
        return since == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
    }

    void close() {
        closed = true;
        Session current = session;
        if (current != null) {
            current.close();
        }
    }
}
