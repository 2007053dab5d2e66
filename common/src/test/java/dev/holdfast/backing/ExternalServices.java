package dev.holdfast.backing;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Services that somebody else runs: {@code HOLDFAST_JDBC_URL} (any database on that server), {@code HOLDFAST_JDBC_USER} (who
 * may create databases), {@code HOLDFAST_JDBC_PASSWORD}; {@code HOLDFAST_AMQP_URI}, and {@code HOLDFAST_MANAGEMENT_URI} for
 * virtual hosts of one's own.
 */
final class ExternalServices {

    private ExternalServices() {}

    static @Nullable String missingDatabase() {
        return variable("HOLDFAST_JDBC_URL").isEmpty() ? "HOLDFAST_JDBC_URL is not set" : null;
    }

    static @Nullable String missingBroker() {
        return variable("HOLDFAST_AMQP_URI").isEmpty() ? "HOLDFAST_AMQP_URI is not set" : null;
    }

    static DatabaseServer database() {
        String url = variable("HOLDFAST_JDBC_URL").replaceFirst("(jdbc:postgresql://[^/]+/)[^?]*", "$1%s");
        String user = variable("HOLDFAST_JDBC_USER");
        String password = variable("HOLDFAST_JDBC_PASSWORD");
        DatabaseServer server = new DatabaseServer(url, user, password, "");
        try (Connection connection = server.as("postgres").dataSource().getConnection()) {
            String version = connection.getMetaData().getDatabaseProductVersion();
            return new DatabaseServer(url, user, password, "PostgreSQL " + version);
        } catch (SQLException e) {
            throw new IllegalStateException("HOLDFAST_JDBC_URL: no database answers there: " + e.getMessage(), e);
        }
    }

    static BrokerNode broker() {
        URI uri = URI.create(variable("HOLDFAST_AMQP_URI"));
        String[] login = (uri.getUserInfo() == null ? "guest:guest" : uri.getUserInfo()).split(":", 2);
        String path = uri.getRawPath();
        String virtualHost =
                path == null || path.length() < 2 ? "/" : URLDecoder.decode(path.substring(1), StandardCharsets.UTF_8);
        int port = uri.getPort() < 0 ? 5672 : uri.getPort();
        ExternalNode node = new ExternalNode(uri.getHost(), port, login[0], login[1], virtualHost, "");
        try {
            return new ExternalNode(
                    uri.getHost(), port, login[0], login[1], virtualHost, ManagementApi.productOf(node));
        } catch (IOException e) {
            throw new IllegalStateException("HOLDFAST_AMQP_URI: no broker answers there: " + e.getMessage(), e);
        }
    }

    private static String variable(String name) {
        String value = System.getenv(name);
        return value == null ? "" : value;
    }

    private record ExternalNode(
            String host, int port, String user, String password, String defaultVirtualHost, String version)
            implements BrokerNode {

        @Override
        public boolean isRabbit() {
            return version.startsWith("RabbitMQ");
        }

        @Override
        public boolean canBeKilled() {
            return false;
        }

        @Override
        public boolean hasVirtualHosts() {
            return !variable("HOLDFAST_MANAGEMENT_URI").isEmpty();
        }

        @Override
        public void addVirtualHost(String name) {
            ManagementApi.addVirtualHost(variable("HOLDFAST_MANAGEMENT_URI"), user, password, name);
        }

        @Override
        public void kill() {
            throw notOurs();
        }

        @Override
        public void wipe() {
            throw notOurs();
        }

        @Override
        public void start() {
            throw notOurs();
        }

        @Override
        public String ctl(String... arguments) {
            throw notOurs();
        }

        @Override
        public void close() {
            // not ours
        }

        private static UnsupportedOperationException notOurs() {
            return new UnsupportedOperationException("an external broker is not ours to handle");
        }
    }
}
