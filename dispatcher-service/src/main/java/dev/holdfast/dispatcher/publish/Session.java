package dev.holdfast.dispatcher.publish;

import com.rabbitmq.client.BlockedCallback;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import com.rabbitmq.client.UnblockedCallback;
import dev.holdfast.messaging.BrokerConnections;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.messaging.TaskMessage;
import dev.holdfast.messaging.Topology;
import dev.holdfast.task.RouteName;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection for publishing, from its opening to its end, with everything that was sent on it and not answered. It is
 * never repaired: whatever goes wrong with a channel ends the whole session, and what was unanswered goes to {@link
 * Outcomes#failed}.
 */
final class Session {

    private static final Logger log = LoggerFactory.getLogger(Session.class);

    private final Connection connection;
    private final @Nullable Socket socket;
    private final Channel publishing;
    private final Channel signaling;
    private final Unanswered unanswered;
    private final TaskQueues queues;
    private volatile boolean over;
    private volatile @Nullable String blockedBecause;
    private volatile long openAgainSince = System.nanoTime();

    private Session(
            Connection connection, @Nullable Socket socket, TaskQueues queues, Outcomes outcomes, Duration pause)
            throws IOException {
        this.connection = connection;
        this.socket = socket;
        this.queues = queues;
        this.unanswered = new Unanswered(outcomes, queues::forget, pause);
        this.publishing = connection.createChannel();
        this.signaling = connection.createChannel();
        publishing.confirmSelect();
        publishing.addConfirmListener(unanswered);
        publishing.addReturnListener(unanswered);
    }

    /**
     * Connects and declares what all need. A broker that was wiped is noted in the database before its marker is set anew.
     *
     * @param pause before a message that found no queue may be sent again
     * @param ended called once, when the session is over for whatever reason
     */
    static Session open(
            BrokerConnections connections,
            Declarations declarations,
            LostQueues lost,
            Outcomes outcomes,
            Duration pause,
            Runnable ended)
            throws IOException, TimeoutException {
        AtomicReference<@Nullable Socket> socket = new AtomicReference<>();
        Connection connection = connections.open("holdfast dispatcher: publish", socket::set);
        try {
            TaskQueues queues = new TaskQueues(connection, declarations, lost);
            queues.prepare();
            Session session = new Session(connection, socket.get(), queues, outcomes, pause);
            session.watch(ended);
            return session;
        } catch (IOException | RuntimeException e) {
            connection.abort(0);
            throw e;
        }
    }

    private void watch(Runnable ended) {
        connection.addBlockedListener(
                (BlockedCallback) reason -> {
                    blockedBecause = reason;
                    log.warn("the broker blocks publishers: {}", reason);
                },
                (UnblockedCallback) () -> {
                    openAgainSince = System.nanoTime();
                    blockedBecause = null;
                    log.info("the broker accepts messages again");
                });
        // A channel that the broker closed takes its confirms with it: nothing less than a new session tells them
        // apart.
        publishing.addShutdownListener(cause -> end(cause, ended));
        connection.addShutdownListener(cause -> end(cause, ended));
    }

    private void end(ShutdownSignalException cause, Runnable ended) {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
        }
        if (!cause.isInitiatedByApplication()) {
            log.warn("publishing connection ended: {}", cause.getMessage());
        }
        unanswered.abandon();
        closeSocket();
        ended.run();
    }

    /**
     * Sends one task message to the queue of its route, which is declared first where this session has not done so. The
     * answer comes to {@link Outcomes}, also if this throws.
     *
     * @throws IOException if the session is over or its queue cannot be had
     */
    void send(Order order) throws IOException {
        String queue;
        try {
            queue = queues.declared(order.leased().route());
        } catch (IOException | RuntimeException e) {
            unanswered.refuse(order);
            throw e;
        }
        unanswered.sending(publishing.getNextPublishSeqNo(), order);
        try {
            publishing.basicPublish(
                    Topology.TASKS, queue, true, false, TaskMessage.PROPERTIES, TaskMessage.body(order.key()));
        } catch (com.rabbitmq.client.AlreadyClosedException e) {
            unanswered.abandon();
            throw new IOException("the session is over", e);
        }
        if (over) {
            unanswered.abandon();
        }
    }

    /** Fire and forget. */
    void signal(String key, byte[] body) throws IOException {
        signaling.basicPublish(Topology.SIGNALS, key, null, body);
    }

    /** How many messages the queue of a route holds ready; a missing queue is noted as lost, declared, and holds none. */
    int ready(RouteName route) throws IOException {
        return queues.ready(route);
    }

    boolean isOpen() {
        return !over && connection.isOpen();
    }

    boolean isBlocked() {
        return blockedBecause != null;
    }

    boolean isUsable() {
        return isOpen() && !isBlocked();
    }

    @Nullable String blockedBecause() {
        return blockedBecause;
    }

    int unanswered() {
        return unanswered.size();
    }

    /** How long the oldest message has been waiting for its answer; time before the last block ended does not count. */
    Duration longestWait() {
        long oldest = unanswered.oldestSentNanos();
        long now = System.nanoTime();
        return oldest == Unanswered.NONE || isBlocked()
                ? Duration.ZERO
                : Duration.ofNanos(Math.min(now - oldest, now - openAgainSince));
    }

    /** The broker's name and version. */
    BrokerIdentity broker() {
        return BrokerIdentity.of(connection.getServerProperties());
    }

    void describe(BrokerReport report) {
        report.connected(broker(), connection);
    }

    /** Ends it at once, even while a thread is stuck in sending: only closing the socket gets that thread out. */
    void cut(String why) {
        log.warn("giving up the publishing connection: {}", why);
        closeSocket();
        connection.abort(1_000);
    }

    /** Ends it in good order, within the bounds of the connection. */
    void close() {
        connection.abort(2_000);
    }

    private void closeSocket() {
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException alreadyGone) {
                log.debug("socket was gone", alreadyGone);
            }
        }
    }
}
