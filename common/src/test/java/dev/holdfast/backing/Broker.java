package dev.holdfast.backing;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** A virtual host on a broker, and, on a broker of one's own, the faults that one wants to see. */
public final class Broker implements AutoCloseable {

    private final BrokerNode node;
    private final String virtualHost;
    private final boolean own;

    Broker(BrokerNode node, String virtualHost, boolean own) {
        this.node = node;
        this.virtualHost = virtualHost;
        this.own = own;
    }

    public String host() {
        return node.host();
    }

    public int port() {
        return node.port();
    }

    public String user() {
        return node.user();
    }

    public String password() {
        return node.password();
    }

    public String virtualHost() {
        return virtualHost;
    }

    /** Product and version, e.g. {@code RabbitMQ 3.10.8}. */
    public String kind() {
        return node.version();
    }

    /** Whether it is a RabbitMQ, which keeps its data over a restart and has {@link #ctl}; else the embedded broker. */
    public boolean isRabbit() {
        return node.isRabbit();
    }

    /** A new factory without automatic recovery. */
    public ConnectionFactory connectionFactory() {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(host());
        factory.setPort(port());
        factory.setUsername(user());
        factory.setPassword(password());
        factory.setVirtualHost(virtualHost);
        factory.setConnectionTimeout(5_000);
        factory.setAutomaticRecoveryEnabled(false);
        return factory;
    }

    /** For a Spring Boot application's environment or command line. */
    public Map<String, String> springProperties() {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("spring.rabbitmq.host", host());
        properties.put("spring.rabbitmq.port", Integer.toString(port()));
        properties.put("spring.rabbitmq.username", user());
        properties.put("spring.rabbitmq.password", password());
        properties.put("spring.rabbitmq.virtual-host", virtualHost);
        return properties;
    }

    /** Throws away the ready messages of a queue; how many there were. Unacked ones stay with their consumers. */
    public int purge(String queue) {
        try (Connection connection = connectionFactory().newConnection("purge");
                Channel channel = connection.createChannel()) {
            return channel.queuePurge(queue).getMessageCount();
        } catch (IOException | TimeoutException e) {
            throw new IllegalStateException("cannot purge " + queue, e);
        }
    }

    /**
     * SIGKILL and start again on the same port; without its data it has neither queues nor messages.
     *
     * @param keepData true needs {@link #isRabbit()}: the embedded one keeps nothing
     */
    public void restart(boolean keepData) {
        kill();
        if (!keepData) {
            wipe();
        } else if (!isRabbit()) {
            throw new UnsupportedOperationException("the embedded broker keeps no data over a restart");
        }
        start();
    }

    /** Ends the process at once, as a power loss would. */
    public void kill() {
        mine().kill();
    }

    /** Deletes the data of a killed broker. */
    public void wipe() {
        mine().wipe();
    }

    /** Starts a killed broker on the same port; with this virtual host. */
    public void start() {
        mine().start();
    }

    /**
     * Runs {@code rabbitmqctl} and gives its output.
     *
     * @throws UnsupportedOperationException unless {@link #isRabbit()}
     */
    public String ctl(String... arguments) {
        return node.ctl(arguments);
    }

    /** Stops a broker of one's own and deletes its data. */
    @Override
    public void close() {
        if (own) {
            node.close();
        }
    }

    private BrokerNode mine() {
        if (!own) {
            throw new UnsupportedOperationException(
                    "other tests use this broker: take Backing.ownBroker() to break it");
        }
        return node;
    }
}
