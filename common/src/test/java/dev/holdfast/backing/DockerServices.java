package dev.holdfast.backing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.rabbitmq.RabbitMQContainer;

/** Containers of the versions that the compose file names. */
final class DockerServices {

    private static @Nullable String missing;

    private DockerServices() {}

    /** Asks Testcontainers only where something points to an engine: its search is slow and loud. */
    static synchronized @Nullable String missing() {
        if (missing == null) {
            missing =
                    pointsToAnEngine() && DockerClientFactory.instance().isDockerAvailable() ? "" : "no Docker engine";
        }
        return missing.isEmpty() ? null : missing;
    }

    private static boolean pointsToAnEngine() {
        Path home = Path.of(System.getProperty("user.home"));
        return System.getenv("DOCKER_HOST") != null
                || List.of(
                                Path.of("/var/run/docker.sock"),
                                home.resolve(".docker/run/docker.sock"),
                                home.resolve(".docker/desktop/docker.sock"),
                                home.resolve(".testcontainers.properties"))
                        .stream()
                        .anyMatch(Files::exists);
    }

    static DatabaseServer database() {
        @SuppressWarnings("resource") // until the end of the JVM
        PostgreSQLContainer container = new PostgreSQLContainer("postgres:17")
                .withDatabaseName("postgres")
                .withUsername("postgres")
                .withPassword("postgres")
                .withCommand(
                        "postgres",
                        "-c",
                        "max_connections=100",
                        "-c",
                        "fsync="
                                + (Boolean.parseBoolean(System.getProperty("holdfast.backing.fsync", "true"))
                                        ? "on"
                                        : "off"));
        container.start();
        Runtime.getRuntime().addShutdownHook(new Thread(container::stop, "stop-postgres"));
        String url = "jdbc:postgresql://" + container.getHost() + ":" + container.getMappedPort(5432) + "/%s";
        return new DatabaseServer(url, "postgres", "postgres", "PostgreSQL 17");
    }

    static BrokerNode broker() {
        RabbitMQContainer container = new RabbitMQContainer("rabbitmq:4-management");
        container.start();
        Runtime.getRuntime().addShutdownHook(new Thread(container::stop, "stop-rabbitmq"));
        return new DockerNode(container);
    }

    /** A kill stops the broker within its container, so that the mapped port stays the same. */
    private static final class DockerNode implements BrokerNode {

        private final RabbitMQContainer container;
        private final String version;

        DockerNode(RabbitMQContainer container) {
            this.container = container;
            try {
                this.version = ManagementApi.productOf(this);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String host() {
            return container.getHost();
        }

        @Override
        public int port() {
            return container.getAmqpPort();
        }

        @Override
        public String user() {
            return container.getAdminUsername();
        }

        @Override
        public String password() {
            return container.getAdminPassword();
        }

        @Override
        public String defaultVirtualHost() {
            return "/";
        }

        @Override
        public String version() {
            return version;
        }

        @Override
        public boolean hasVirtualHosts() {
            return true;
        }

        @Override
        public void addVirtualHost(String name) {
            ManagementApi.addVirtualHost(container.getHttpUrl(), user(), password(), name);
        }

        @Override
        public void kill() {
            ctl("stop_app");
        }

        @Override
        public void wipe() {
            ctl("force_reset");
        }

        @Override
        public void start() {
            ctl("start_app");
        }

        @Override
        public String ctl(String... arguments) {
            String[] command = new String[arguments.length + 2];
            command[0] = "rabbitmqctl";
            command[1] = "-q";
            System.arraycopy(arguments, 0, command, 2, arguments.length);
            try {
                ExecResult result = container.execInContainer(command);
                if (result.getExitCode() != 0) {
                    throw new IllegalStateException(String.join(" ", command) + " failed: " + result);
                }
                return result.getStdout();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }

        @Override
        public void close() {
            container.stop();
        }
    }
}
