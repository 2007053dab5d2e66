package dev.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Broker;
import dev.holdfast.backing.Database;
import dev.holdfast.examples.fence.ReportFolder;
import dev.holdfast.examples.fence.ReportTable;
import dev.holdfast.examples.fence.StaleTokenException;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.messaging.BrokerProperties.QueueType;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.messaging.TaskMessage;
import dev.holdfast.messaging.Topology;
import dev.holdfast.store.TaskRows;
import dev.holdfast.store.claim.ClaimResult.Claimed;
import dev.holdfast.store.claim.Claims;
import dev.holdfast.store.worker.Ends;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.RouteName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A worker claims a task and freezes; the task runs in the application; the worker wakes and tries to write. */
class LateWriterIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private final Database database = Backing.database();
    private final Broker broker = Backing.broker();
    private final JdbcClient jdbc = JdbcClient.create(database.dataSource());
    private final TaskRows rows = new TaskRows(jdbc);
    private final Report report = new Report("sales", "late");

    @Test
    void a_frozen_worker_that_wakes_cannot_overwrite_what_the_next_attempt_wrote() throws Exception {
        Incarnation frozen = rows.worker("frozen", Duration.ofMinutes(10));
        AttemptKey file =
                rows.draft().type("report.file").exclusive("report:sales").queued();
        AttemptKey row =
                rows.draft().type("report.table").exclusive("report-row:sales").queued();
        jdbc.sql("update task set payload = '{\"name\": \"sales\", \"text\": \"in time\"}'")
                .update();
        Map<AttemptKey, Long> tokens = claim(frozen, file, row);
        convict(frozen);

        try (ConfigurableApplicationContext application = application()) {
            publish("report.file", rows.grant(file.task()));
            publish("report.table", rows.grant(row.task()));
            succeeds(file);
            succeeds(row);

            ReportFolder folder = application.getBean(ReportFolder.class);
            ReportTable table = application.getBean(ReportTable.class);
            assertThatExceptionOfType(StaleTokenException.class)
                    .isThrownBy(() ->
                            new FileReportHandler(folder).run(report, new OldAttempt(file, token(tokens, file))));
            assertThatExceptionOfType(StaleTokenException.class)
                    .isThrownBy(() ->
                            new TableReportHandler(table).run(report, new OldAttempt(row, token(tokens, row))));
            assertThat(folder.read("sales")).isEqualTo("in time");
            assertThat(table.read("sales")).isEqualTo("in time");
        }
    }

    private Map<AttemptKey, Long> claim(Incarnation worker, AttemptKey... attempts) {
        Map<AttemptKey, Long> tokens = new HashMap<>();
        new Claims(jdbc)
                .claim(worker, "frozen", List.of(attempts))
                .forEach(it -> tokens.put(it.key(), ((Claimed) it).fencingToken()));
        return tokens;
    }

    private static long token(Map<AttemptKey, Long> tokens, AttemptKey attempt) {
        return Objects.requireNonNull(tokens.get(attempt));
    }

    /** What a reaper does once the lease has run out. */
    private void convict(Incarnation worker) {
        rows.expireLease(worker);
        assertThat(Ends.on(database.dataSource())
                        .lost(worker, false, "reaper test", "frozen")
                        .orElseThrow())
                .hasSize(2);
    }

    private void succeeds(AttemptKey attempt) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(rows.state(attempt.task())).isEqualTo("SUCCEEDED"));
    }

    /** What a dispatcher does with what it has granted. */
    private void publish(String type, AttemptKey attempt) throws Exception {
        RouteName route = new RouteName("default", type);
        try (Connection connection = broker.connectionFactory().newConnection("test");
                Channel channel = connection.createChannel()) {
            Declarations declarations = new Declarations(QueueType.CLASSIC);
            declarations.common(channel);
            declarations.taskQueue(channel, route);
            channel.confirmSelect();
            channel.basicPublish(
                    Topology.TASKS, Topology.queueOf(route), TaskMessage.PROPERTIES, TaskMessage.body(attempt));
            channel.waitForConfirmsOrDie(5000);
        }
    }

    private ConfigurableApplicationContext application() {
        Map<String, Object> properties = new HashMap<>();
        properties.putAll(database.springProperties());
        properties.putAll(broker.springProperties());
        properties.put("holdfast.worker.name", "reports-1");
        properties.put("holdfast.worker.state-dir", directory.resolve("state").toString());
        properties.put("holdfast.worker.heartbeat", "500ms");
        properties.put("holdfast.worker.ttl", "3s");
        properties.put("reports.folder", directory.resolve("reports").toString());
        String[] arguments = properties.entrySet().stream()
                .map(it -> "--" + it.getKey() + "=" + it.getValue())
                .toArray(String[]::new);
        return new SpringApplicationBuilder(ReportsApplication.class).run(arguments);
    }
}
