package dev.holdfast.backing;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.TimeoutException;

/** The few calls that tests need: an HTTP call takes milliseconds, {@code rabbitmqctl} a second. */
final class ManagementApi {

    /** HTTP/1.1: the server drops a connection that asks for an upgrade. */
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private ManagementApi() {}

    static void addVirtualHost(String base, String user, String password, String name) {
        put(base + "/api/vhosts/" + encode(name), user, password, "{}");
        put(
                base + "/api/permissions/" + encode(name) + "/" + encode(user),
                user,
                password,
                "{\"configure\":\".*\",\"write\":\".*\",\"read\":\".*\"}");
    }

    private static void put(String uri, String user, String password, String body) {
        String token = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create(uri))
                .timeout(Duration.ofSeconds(20))
                .header("Authorization", "Basic " + token)
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(body))
                .build();
        // The listener comes up a moment after the broker's.
        IOException problem = new IOException("never tried");
        for (int i = 0; i < 100; i++) {
            try {
                HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
                if (response.statusCode() / 100 == 2) {
                    return;
                }
                problem = new IOException(response.statusCode() + " " + response.body());
            } catch (IOException e) {
                problem = e;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
            GuardedProcess.pause(Duration.ofMillis(100));
        }
        throw new UncheckedIOException("PUT " + uri, problem);
    }

    /** Connects, and says what is there. */
    static String productOf(BrokerNode node) throws IOException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(node.host());
        factory.setPort(node.port());
        factory.setUsername(node.user());
        factory.setPassword(node.password());
        factory.setVirtualHost(node.defaultVirtualHost());
        factory.setConnectionTimeout(2_000);
        factory.setHandshakeTimeout(10_000);
        factory.setAutomaticRecoveryEnabled(false);
        try (Connection connection = factory.newConnection("start-up check")) {
            var server = connection.getServerProperties();
            return server.get("product") + " " + server.get("version");
        } catch (TimeoutException e) {
            throw new IOException(e);
        }
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
