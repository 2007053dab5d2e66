package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Broker;
import dev.holdfast.backing.Database;
import dev.holdfast.messaging.BrokerProperties.QueueType;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.messaging.TaskMessage;
import dev.holdfast.messaging.Topology;
import dev.holdfast.store.TaskRows;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The whole application, as it is started, on a real database and broker. */
@Timeout(120)
class WorkerServiceApplicationIT {

    private final Database database = Backing.database();
    private final Broker broker = Backing.broker();
    private final JdbcClient jdbc = JdbcClient.create(database.dataSource());
    private final TaskRows rows = new TaskRows(jdbc);

    @Test
    void it_runs_commands_and_says_that_it_is_well(@TempDir Path directory) throws Exception {
        Map<String, String> settings = new LinkedHashMap<>(database.springProperties());
        settings.putAll(broker.springProperties());
        settings.put("server.port", "0");
        settings.put("holdfast.worker.name", "w-exec");
        settings.put("holdfast.worker.state-dir", directory.toString());
        settings.put("holdfast.worker.ttl", "3s");
        settings.put("holdfast.worker.heartbeat", "500ms");
        settings.put("holdfast.exec.commands.say.path", "/bin/sh");
        settings.put("holdfast.exec.commands.say.args", "-c,echo \"$1 from $HOLDFAST_WORKER\",sh");
        try (ConfigurableApplicationContext application = SpringApplication.run(
                WorkerServiceApplication.class,
                settings.entrySet().stream()
                        .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                        .toArray(String[]::new))) {
            TaskId good = run("{\"command\": \"say\", \"args\": [\"hello\"]}");
            TaskId forbidden = run("{\"command\": \"rm\"}");

            await(good, "SUCCEEDED");
            assertThat(result(good)).contains("\"stdout\":\"hello from w-exec\\n\"");
            await(forbidden, "FAILED/ERROR");
            String port = application.getEnvironment().getRequiredProperty("local.server.port");
            assertThat(get(port, "/actuator/health/liveness")).startsWith("200 ");
            assertThat(get(port, "/actuator/health/readiness")).startsWith("200 ");
            assertThat(get(port, "/actuator/info")).startsWith("200 ");
            assertThat(get(port, "/actuator/metrics")).startsWith("200 ");
            assertThat(get(port, "/actuator/env")).startsWith("404 ");
        }
    }

    private TaskId run(String payload) throws Exception {
        TaskId task = rows.draft().type("exec").waiting();
        jdbc.sql("update task set payload = cast(? as jsonb) where id = ?")
                .params(payload, task.value())
                .update();
        AttemptKey key = rows.grant(task);
        try (Connection connection = broker.connectionFactory().newConnection("test");
                Channel channel = connection.createChannel()) {
            // As a dispatcher does: the worker may not have come to it yet.
            Declarations declarations = new Declarations(QueueType.CLASSIC);
            declarations.common(channel);
            channel.confirmSelect();
            channel.basicPublish(
                    Topology.TASKS,
                    declarations.taskQueue(channel, new RouteName("default", "exec")),
                    TaskMessage.PROPERTIES,
                    TaskMessage.body(key));
            channel.waitForConfirmsOrDie(5000);
        }
        return task;
    }

    private void await(TaskId task, String state) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(rows.state(task)).isEqualTo(state));
    }

    private String result(TaskId task) {
        return jdbc.sql("select cast(result as text) from task_overview where id = ?")
                .params(task.value())
                .query(String.class)
                .single();
    }

    private static String get(String port, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        return response.statusCode() + " " + response.body();
    }
}
