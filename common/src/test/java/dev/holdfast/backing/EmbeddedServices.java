package dev.holdfast.backing;

import dev.holdfast.quickstart.backing.EmbeddedBroker;
import dev.holdfast.quickstart.backing.FreePort;
import dev.holdfast.quickstart.backing.PostgresCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What runs where there is nothing but a JDK. */
final class EmbeddedServices {

    private EmbeddedServices() {}

    /** Guarded, unlike {@code EmbeddedDatabase}, whose server outlives a killed JVM. */
    static PostgresProcess database() {
        try {
            Path home = Files.createTempDirectory("holdfast-postgres-");
            String fsync = Boolean.parseBoolean(System.getProperty("holdfast.backing.fsync", "true")) ? "on" : "off";
            PostgresCluster cluster = new PostgresCluster(
                    home.resolve("data"), FreePort.find(), 100, List.of("fsync=" + fsync, "shared_buffers=64MB"));
            cluster.initialize();
            return PostgresProcess.launch(
                    cluster.command(),
                    home,
                    new DatabaseServer(cluster.jdbcUrl("%s"), PostgresCluster.USER, PostgresCluster.PASSWORD, ""));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a PostgreSQL data directory", e);
        }
    }

    static BrokerNode broker() {
        return new EmbeddedNode(EmbeddedBroker.start());
    }

    private static final class EmbeddedNode implements BrokerNode {

        private final int port;
        private final String version;
        private EmbeddedBroker broker;

        EmbeddedNode(EmbeddedBroker broker) {
            this.broker = broker;
            this.port = broker.port();
            try {
                this.version = ManagementApi.productOf(this);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String host() {
            return "127.0.0.1";
        }

        @Override
        public int port() {
            return port;
        }

        @Override
        public String user() {
            return broker.user();
        }

        @Override
        public String password() {
            return broker.password();
        }

        @Override
        public String defaultVirtualHost() {
            return broker.virtualHost();
        }

        @Override
        public String version() {
            return version;
        }

        @Override
        public boolean isRabbit() {
            return false;
        }

        @Override
        public boolean hasVirtualHosts() {
            return false;
        }

        @Override
        public void addVirtualHost(String name) {
            throw new UnsupportedOperationException("the embedded broker has one virtual host");
        }

        @Override
        public void kill() {
            broker.close();
        }

        @Override
        public void wipe() {
            // It keeps nothing.
        }

        @Override
        public void start() {
            broker = EmbeddedBroker.start(port, broker.user(), broker.password());
        }

        @Override
        public String ctl(String... arguments) {
            throw new UnsupportedOperationException("the embedded broker has no rabbitmqctl");
        }

        @Override
        public void close() {
            broker.close();
        }
    }
}
