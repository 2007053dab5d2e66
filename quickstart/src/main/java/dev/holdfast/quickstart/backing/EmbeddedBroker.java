package dev.holdfast.quickstart.backing;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import org.apache.qpid.server.SystemLauncher;
import tools.jackson.databind.json.JsonMapper;

/**
 * An AMQP 0-9-1 broker (Apache Qpid Broker-J) inside this JVM, on 127.0.0.1, that keeps its messages in memory.
 *
 * <p>Clients use the virtual host {@code /}, as with RabbitMQ. What differs from RabbitMQ: per-queue arguments such as
 * {@code x-dead-letter-exchange}, {@code x-message-ttl} or {@code x-max-priority} are accepted and ignored, an unroutable
 * mandatory message is nacked before it is returned, prefetch counts per channel, and a deleted queue does not tell its
 * consumers. {@link #close()} forgets all queues and messages.
 */
public final class EmbeddedBroker implements AutoCloseable {

    private static final int PORT_TRIES = 5;

    private final String instance = "holdfast-" + UUID.randomUUID();
    private final SystemLauncher launcher;
    private final Path work;
    private final int port;
    private final String user;
    private final String password;
    private boolean closed;

    private EmbeddedBroker(SystemLauncher launcher, Path work, int port, String user, String password) {
        this.launcher = launcher;
        this.work = work;
        this.port = port;
        this.user = user;
        this.password = password;
    }

    /** Starts on a free port for user and password {@code holdfast}. */
    public static EmbeddedBroker start() {
        return start(0, "holdfast", "holdfast");
    }

    /**
     * Starts, and returns when a client has connected.
     *
     * @param port 0 takes a free one
     */
    public static EmbeddedBroker start(int port, String user, String password) {
        for (int attempt = 1; ; attempt++) {
            try {
                return tryStart(port == 0 ? FreePort.find() : port, user, password);
            } catch (BackingServiceException e) {
                // Only a port that somebody took meanwhile is worth another try.
                if (port != 0 || attempt == PORT_TRIES) {
                    throw e;
                }
            }
        }
    }

    private static EmbeddedBroker tryStart(int port, String user, String password) {
        QuietLogs.of("qpid", "org.apache.qpid");
        SystemLauncher launcher = new SystemLauncher();
        try {
            Path work = Files.createTempDirectory("holdfast-broker-");
            EmbeddedBroker broker = new EmbeddedBroker(launcher, work, port, user, password);
            try {
                launcher.startup(broker.systemConfiguration());
                broker.proveByConnecting();
                return broker;
            } catch (Exception e) {
                broker.close();
                throw new BackingServiceException(
                        "the embedded broker did not start on 127.0.0.1:" + port + ": " + e.getMessage(), e);
            }
        } catch (IOException e) {
            throw new BackingServiceException("no temporary directory for the embedded broker", e);
        }
    }

    public int port() {
        return port;
    }

    public String user() {
        return user;
    }

    public String password() {
        return password;
    }

    /** The virtual host that clients name. */
    public String virtualHost() {
        return "/";
    }

    /** {@code amqp://user:password@127.0.0.1:port/%2F}. */
    public String uri() {
        return "amqp://" + user + ":" + password + "@127.0.0.1:" + port + "/%2F";
    }

    /** Closes all connections and forgets everything; idempotent. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        launcher.shutdown();
        try {
            Trees.delete(work);
        } catch (IOException leftForTheSystemToClean) {
            // a temporary directory: nothing depends on it
        }
    }

    private Map<String, Object> systemConfiguration() throws IOException {
        Path initial = Files.writeString(work.resolve("broker.json"), brokerConfiguration());
        // Without a file of its own, the launcher reads a classpath URL that a jar within a jar cannot serve.
        Path properties = Files.writeString(work.resolve("system.properties"), "");
        Map<String, String> context = new HashMap<>();
        context.put("qpid.work_dir", work.toString());
        context.put("queue.behaviourOnUnknownDeclareArgument", "IGNORE");
        context.put("exchange.behaviourOnUnknownDeclareArgument", "IGNORE");
        // Otherwise a nack without requeue comes back for ever.
        context.put("queue.maximumDeliveryAttempts", "1");
        context.put("virtualhost.housekeepingCheckPeriod", "1000");
        Map<String, Object> system = new HashMap<>();
        system.put("type", "Memory");
        system.put("initialConfigurationLocation", initial.toUri().toString());
        system.put("initialSystemPropertiesLocation", properties.toUri().toString());
        system.put("startupLoggedToSystemOut", "false");
        system.put("context", context);
        return system;
    }

    private String brokerConfiguration() {
        return JsonMapper.shared()
                .writeValueAsString(Map.of(
                        "name", instance,
                        "modelVersion", "9.0",
                        "authenticationproviders",
                                List.of(Map.of(
                                        "name",
                                        "users",
                                        "type",
                                        "Plain",
                                        "secureOnlyMechanisms",
                                        List.of(),
                                        "users",
                                        List.of(Map.of("name", user, "password", password, "type", "managed")))),
                        "ports",
                                List.of(Map.of(
                                        "name",
                                        "AMQP",
                                        "bindingAddress",
                                        "127.0.0.1",
                                        "port",
                                        port,
                                        "authenticationProvider",
                                        "users",
                                        "protocols",
                                        List.of("AMQP_0_9_1"),
                                        "virtualhostaliases",
                                        List.of(Map.of("name", "defaultAlias", "type", "defaultAlias")))),
                        "virtualhostnodes",
                                List.of(Map.of(
                                        "name", "default",
                                        "type", "Memory",
                                        "defaultVirtualHostNode", true,
                                        "virtualHostInitialConfiguration", "{\"type\":\"Memory\"}"))));
    }

    /** A wrong configuration or a taken port is no error to the launcher: only a client can tell. */
    private void proveByConnecting() throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port);
        factory.setUsername(user);
        factory.setPassword(password);
        factory.setVirtualHost(virtualHost());
        factory.setConnectionTimeout(5_000);
        factory.setAutomaticRecoveryEnabled(false);
        try (Connection connection = factory.newConnection("start-up check")) {
            Object name = connection.getServerProperties().get("qpid.instance_name");
            if (!instance.equals(String.valueOf(name))) {
                throw new IOException("another server listens there");
            }
        }
    }
}
