package dev.holdfast.backing;

import dev.holdfast.quickstart.backing.EmbeddedBroker;
import dev.holdfast.quickstart.backing.EmbeddedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;

/** What runs where there is nothing but a JDK. */
final class EmbeddedServices {

    private EmbeddedServices() {}

    static DatabaseServer database() {
        EmbeddedDatabase.Builder builder = EmbeddedDatabase.builder();
        if (!Boolean.parseBoolean(System.getProperty("holdfast.backing.fsync", "true"))) {
            builder.setting("fsync", "off");
        }
        EmbeddedDatabase started = builder.start();
        String url = "jdbc:postgresql://127.0.0.1:" + started.port() + "/%s";
        DatabaseServer server = new DatabaseServer(url, started.user(), started.password(), "");
        try (Connection connection = server.as("postgres").dataSource().getConnection()) {
            String version = connection.getMetaData().getDatabaseProductVersion();
            return new DatabaseServer(url, started.user(), started.password(), "PostgreSQL " + version);
        } catch (SQLException e) {
            throw new IllegalStateException("the embedded database does not answer", e);
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
