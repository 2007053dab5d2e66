package dev.holdfast.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Broker;
import dev.holdfast.backing.Database;
import dev.holdfast.store.TaskRows;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The service as it is started, with a database and a broker. */
class DispatcherApplicationIT {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void a_submitted_task_reaches_the_queue_of_its_route_as_soon_as_a_worker_serves_it() throws Exception {
        Database database = Backing.database();
        try (Broker broker = Backing.broker();
                ConfigurableApplicationContext app = start(database, broker)) {
            TaskRows rows = new TaskRows(JdbcClient.create(database.dataSource()));
            HttpResponse<String> answer = http.send(
                    post(app, "/api/v1/tasks", "{\"type\":\"echo\",\"payload\":{\"n\":1}}"), BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(202);

            rows.worker("w1", Duration.ofMinutes(5));

            await().ignoreExceptions()
                    .atMost(SOON)
                    .untilAsserted(() ->
                            assertThat(answer.body()).contains(next(broker).split("/", 2)[0]));
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(
                                    get(app, "/actuator/health/readiness").body())
                            .contains("\"blocked\":false")
                            .contains("\"grants\"")
                            .contains("\"db\""));
            assertThat(get(app, "/actuator/health/readiness").statusCode()).isEqualTo(200);
        }
    }

    private static ConfigurableApplicationContext start(Database database, Broker broker) {
        Map<String, Object> properties = new HashMap<>(database.springProperties());
        properties.putAll(broker.springProperties());
        properties.put("server.port", "0");
        properties.put("holdfast.dispatcher.name", "d1");
        return new SpringApplicationBuilder(DispatcherApplication.class)
                .run(properties.entrySet().stream()
                        .map(e -> "--" + e.getKey() + "=" + e.getValue())
                        .toArray(String[]::new));
    }

    private static String next(Broker broker) throws Exception {
        try (Connection connection = broker.connectionFactory().newConnection("test");
                Channel channel = connection.createChannel()) {
            GetResponse response = channel.basicGet("holdfast.tasks.default.echo", true);
            return response == null ? "none" : new String(response.getBody(), StandardCharsets.UTF_8);
        }
    }

    private HttpResponse<String> get(ConfigurableApplicationContext app, String path) throws Exception {
        return http.send(HttpRequest.newBuilder(uri(app, path)).build(), BodyHandlers.ofString());
    }

    private static HttpRequest post(ConfigurableApplicationContext app, String path, String body) {
        return HttpRequest.newBuilder(uri(app, path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static URI uri(ConfigurableApplicationContext app, String path) {
        return URI.create("http://127.0.0.1:" + app.getEnvironment().getProperty("local.server.port") + path);
    }
}
