package dev.holdfast.messaging;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Opens connections to the broker that never recover by themselves: their owner sees the end and opens the next one, with
 * all that belongs to it. No call on them waits longer than {@link BrokerProperties} says.
 */
public final class BrokerConnections {

    private final ConnectionFactory template;
    private final List<Address> addresses;
    private final BrokerProperties properties;

    /**
     * @param template login, virtual host and TLS; its own timeouts do not count
     * @param addresses tried in order
     */
    public BrokerConnections(ConnectionFactory template, List<Address> addresses, BrokerProperties properties) {
        this.template = template;
        this.addresses = List.copyOf(addresses);
        this.properties = properties;
    }

    /** @param name shown by the broker's tools */
    public Connection open(String name) throws IOException, TimeoutException {
        return open(name, socket -> {});
    }

    /**
     * @param socketSeen gets the socket: closing it is the only way to end a connection whose writer is stuck
     */
    public Connection open(String name, Consumer<Socket> socketSeen) throws IOException, TimeoutException {
        ConnectionFactory factory = template.clone();
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        factory.setConnectionTimeout((int) properties.connectTimeout().toMillis());
        factory.setHandshakeTimeout((int) properties.connectTimeout().toMillis());
        factory.setChannelRpcTimeout((int) properties.rpcTimeout().toMillis());
        factory.setRequestedHeartbeat((int) properties.heartbeat().toSeconds());
        factory.setShutdownTimeout((int) properties.rpcTimeout().toMillis());
        factory.setExceptionHandler(new QuietExceptions());
        factory.setSocketConfigurator(socket -> {
            socket.setTcpNoDelay(true);
            socketSeen.accept(socket);
        });
        return factory.newConnection(addresses, name);
    }
}
