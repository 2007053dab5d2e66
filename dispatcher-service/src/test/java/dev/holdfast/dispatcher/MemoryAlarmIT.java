package dev.holdfast.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Broker;
import dev.holdfast.backing.Database;
import dev.holdfast.store.TaskRows;
import dev.holdfast.verification.Answers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** The broker takes no messages; callers do not notice. */
class MemoryAlarmIT {

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final int SUBMITS = 100;
    private static final int CLIENTS = 10;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    @Answers("O4")
    void under_a_memory_alarm_submits_are_stored_calls_are_answered_and_all_is_published_afterwards() throws Exception {
        Database database = Backing.database();
        JdbcClient jdbc = JdbcClient.create(database.dataSource());
        try (Broker broker = Backing.ownBroker()) {
            assumeThat(broker.isRabbit())
                    .as("the embedded broker has no memory alarm")
                    .isTrue();
            try (ConfigurableApplicationContext app = start(database, broker)) {
                new TaskRows(jdbc).worker("w1", Duration.ofMinutes(10));
                jdbc.sql("update worker set slots = 500").update();
                submit(app);
                awaitQueued(jdbc, 1);
                broker.ctl("set_vm_memory_high_watermark", "0");
                // RabbitMQ blocks a connection when it publishes.
                submit(app);
                await().atMost(SOON)
                        .until(() ->
                                get(app, "/actuator/health/readiness").body().contains("\"blocked\":true"));

                List<String> ids = submitAtOnce(app);

                for (String id : ids.subList(0, 10)) {
                    assertThat(get(app, "/api/v1/tasks/" + id).statusCode()).isEqualTo(200);
                }
                assertThat(cancel(app, ids.get(0))).isEqualTo(202);
                assertThat(jdbc.sql("select count(*) from task_live where state = 'READY' and publish_until > now()"
                                        + " + interval '1 minute'")
                                .query(Integer.class)
                                .single())
                        .isZero();
                broker.ctl("set_vm_memory_high_watermark", "0.4");
                awaitQueued(jdbc, 1 + 1 + SUBMITS - 1);
            } finally {
                broker.ctl("set_vm_memory_high_watermark", "0.4");
            }
        }
    }

    private List<String> submitAtOnce(ConfigurableApplicationContext app) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < SUBMITS; i++) {
                answers.add(clients.submit(() -> submit(app)));
            }
            List<String> ids = new ArrayList<>();
            for (Future<String> answer : answers) {
                ids.add(answer.get(30, TimeUnit.SECONDS));
            }
            return ids;
        } finally {
            clients.shutdownNow();
        }
    }

    /** Each call has 5 s: the timeout of the request. */
    private String submit(ConfigurableApplicationContext app) throws Exception {
        String body = "{\"type\":\"echo\",\"payload\":{\"text\":\"" + "x".repeat(2_000) + "\"}}";
        HttpResponse<String> answer = http.send(
                request(app, "/api/v1/tasks")
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        return JsonMapper.shared().readTree(answer.body()).get("id").asString();
    }

    private int cancel(ConfigurableApplicationContext app, String id) throws Exception {
        return http.send(
                        request(app, "/api/v1/tasks/" + id + "/cancel")
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString())
                .statusCode();
    }

    private HttpResponse<String> get(ConfigurableApplicationContext app, String path) throws Exception {
        return http.send(request(app, path).build(), BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(ConfigurableApplicationContext app, String path) {
        String port = app.getEnvironment().getRequiredProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(5));
    }

    private static void awaitQueued(JdbcClient jdbc, int count) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(jdbc.sql("select count(*) from task_live where state = 'QUEUED'")
                                .query(Integer.class)
                                .single())
                        .isEqualTo(count));
    }

    private static ConfigurableApplicationContext start(Database database, Broker broker) {
        Map<String, Object> properties = new HashMap<>(database.springProperties());
        properties.putAll(broker.springProperties());
        properties.put("server.port", "0");
        return new SpringApplicationBuilder(DispatcherApplication.class)
                .run(properties.entrySet().stream()
                        .map(e -> "--" + e.getKey() + "=" + e.getValue())
                        .toArray(String[]::new));
    }
}
