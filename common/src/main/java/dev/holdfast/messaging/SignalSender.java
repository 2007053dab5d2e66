package dev.holdfast.messaging;

import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends signals over a connection of its own for a service that needs no broker otherwise. Asking for one never blocks and
 * never fails; a signal that cannot be sent now is dropped, for it only saves waiting time. {@link #pass()} is to be called
 * again and again by one thread, soon after {@link #request}.
 */
public final class SignalSender implements AutoCloseable {

    /** Whether signals go out. */
    public enum Link {
        CONNECTED,
        /** Connected, but the broker takes no messages (memory or disk alarm). */
        BLOCKED,
        ABSENT
    }

    private static final Logger log = LoggerFactory.getLogger(SignalSender.class);

    private final String name;
    private final BrokerConnections connections;
    private final Declarations declarations;
    private final Set<String> requested = ConcurrentHashMap.newKeySet();
    private volatile boolean blocked;
    private volatile @Nullable Channel channel;
    private boolean absenceTold;

    /** @param name of the connection, shown by the broker's tools */
    public SignalSender(String name, BrokerConnections connections, Declarations declarations) {
        this.name = name;
        this.connections = connections;
        this.declarations = declarations;
    }

    /** Asks for a signal without a body. Several requests before the next pass are one. Safe from any thread. */
    public void request(String signal) {
        requested.add(signal);
    }

    public Link link() {
        Channel current = channel;
        if (current == null || !current.isOpen()) {
            return Link.ABSENT;
        }
        return blocked ? Link.BLOCKED : Link.CONNECTED;
    }

    /** Connects if need be and sends what was requested. Bounded by the timeouts of {@link BrokerProperties}. */
    public void pass() {
        try {
            Channel open = connected();
            for (String signal : Set.copyOf(requested)) {
                requested.remove(signal);
                if (!blocked) {
                    open.basicPublish(Topology.SIGNALS, signal, null, new byte[0]);
                }
            }
        } catch (IOException | TimeoutException | RuntimeException e) {
            requested.clear();
            close();
            if (!absenceTold) {
                log.info("no broker: signals are not sent, dispatchers look at their usual times ({})", e.toString());
                absenceTold = true;
            }
        }
    }

    @Override
    public void close() {
        Channel old = channel;
        channel = null;
        if (old != null) {
            old.getConnection().abort(1000);
        }
    }

    private Channel connected() throws IOException, TimeoutException {
        Channel current = channel;
        if (current != null && current.isOpen()) {
            return current;
        }
        close();
        blocked = false;
        Connection connection = connections.open(name);
        connection.addBlockedListener(new BlockedListener() {
            @Override
            public void handleBlocked(String reason) {
                blocked = true;
            }

            @Override
            public void handleUnblocked() {
                blocked = false;
            }
        });
        Channel opened = connection.createChannel();
        channel = opened;
        declarations.common(opened);
        if (absenceTold) {
            log.info("the broker is back: signals are sent again");
            absenceTold = false;
        }
        return opened;
    }
}
