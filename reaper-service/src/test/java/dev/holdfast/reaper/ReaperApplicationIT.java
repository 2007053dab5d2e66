package dev.holdfast.reaper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Broker;
import dev.holdfast.backing.Database;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.messaging.Topology;
import dev.holdfast.store.TaskRows;
import dev.holdfast.store.worker.Heartbeats;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import dev.holdfast.verification.Answers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The whole service, with a pass of 200 ms, behind a gate to its database. */
class ReaperApplicationIT {

    private static final Duration TTL = Duration.ofSeconds(3);
    private static final Duration PASS = Duration.ofMillis(200);
    /** Beyond the ttl: two passes, and what a loaded machine may need for a few statements. */
    private static final Duration BOUND = TTL.plus(PASS.multipliedBy(2)).plusSeconds(8);

    private final Database database = Backing.database();
    private final JdbcClient jdbc = JdbcClient.create(database.dataSource());
    private final TaskRows rows = new TaskRows(jdbc);
    private final Heartbeats heartbeats = new Heartbeats(jdbc);
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<ConfigurableApplicationContext> reapers = new ArrayList<>();

    private Gate gate;
    private @Nullable Broker broker;

    @BeforeEach
    void gate() throws Exception {
        URI url = URI.create(database.url().substring("jdbc:".length()));
        gate = new Gate(url.getHost(), url.getPort());
    }

    @AfterEach
    void stop() {
        reapers.forEach(ConfigurableApplicationContext::close);
        gate.close();
    }

    @Test
    @Answers({"S13", "S18"})
    void it_starts_without_database_and_broker_and_works_when_the_database_is_there() throws Exception {
        Incarnation worker = rows.worker("w1", TTL);
        AttemptKey key = rows.draft().exclusive("r1").running(worker);
        ConfigurableApplicationContext reaper = start();

        assertThat(get(reaper, "/actuator/health/liveness").statusCode()).isEqualTo(200);
        HttpResponse<String> without = get(reaper, "/actuator/health/readiness");
        assertThat(without.statusCode()).isEqualTo(503);
        assertThat(without.body()).contains("not there yet");

        gate.open();
        await().atMost(30, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(
                                get(reaper, "/actuator/health/readiness").statusCode())
                        .isEqualTo(200));
        await().atMost(BOUND)
                .untilAsserted(() -> assertThat(rows.state(key.task())).isEqualTo("WAITING"));
        await().atMost(5, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(get(reaper, "/actuator/health").body())
                        .contains("\"link\":\"ABSENT\"", "\"workersSettled\":1", "\"workersWatched\":0"));
        assertThat(get(reaper, "/actuator/metrics/holdfast.workers.lost").body())
                .contains("\"value\":1.0");
    }

    /** P17: longer than the ttl nobody could renew. Whoever lived through it must have time to say so. */
    @Test
    @Answers({"P17", "O7"})
    void an_outage_of_the_database_convicts_no_worker_that_lived_through_it() throws Exception {
        gate.open();
        Incarnation living = rows.worker("living", TTL);
        Incarnation dead = rows.worker("dead", TTL);
        AttemptKey goesOn = rows.draft().exclusive("r1").running(living);
        AttemptKey lost = rows.draft().exclusive("r2").running(dead);
        ConfigurableApplicationContext reaper = start();
        await().atMost(30, TimeUnit.SECONDS)
                .until(() -> get(reaper, "/actuator/health").body().contains("\"workersWatched\":2"));

        gate.close();
        await().atMost(30, TimeUnit.SECONDS)
                .until(() -> get(reaper, "/actuator/health/readiness").statusCode() == 503);
        await().pollDelay(TTL).atMost(TTL.plusSeconds(8)).until(() -> true);
        gate.open();
        // The first looks after the outage find both leases run out long ago.
        await().atMost(30, TimeUnit.SECONDS)
                .until(() -> get(reaper, "/actuator/health/readiness").statusCode() == 200);
        assertThat(rows.state(goesOn.task())).isEqualTo("RUNNING");

        await().pollInterval(Duration.ofMillis(200)).atMost(BOUND).until(() -> {
            heartbeats.beat(living, Set.of(goesOn));
            return rows.state(lost.task()).equals("WAITING");
        });
        assertThat(rows.state(goesOn.task())).isEqualTo("RUNNING");
    }

    @Test
    void any_number_of_reapers_tell_the_dispatchers_once_and_need_three_connections_each() throws Exception {
        broker = Backing.broker();
        gate.open();
        try (Connection connection = broker.connectionFactory().newConnection();
                Channel channel = connection.createChannel()) {
            channel.exchangeDeclare(Topology.SIGNALS, "topic", true);
            String queue = channel.queueDeclare().getQueue();
            channel.queueBind(queue, Topology.SIGNALS, Topology.SIGNAL_WORK);
            for (int i = 0; i < 2; i++) {
                ConfigurableApplicationContext reaper = start();
                await().atMost(30, TimeUnit.SECONDS)
                        .until(() -> get(reaper, "/actuator/health").body().contains("\"link\":\"CONNECTED\""));
            }
            AttemptKey key = rows.draft().exclusive("r1").running(rows.worker("w1", TTL));

            await().atMost(BOUND).until(() -> channel.messageCount(queue) > 0);

            assertThat(rows.state(key.task())).isEqualTo("WAITING");
            assertThat(rows.history(key.task())).containsExactly(">WAITING", "QUEUED>RUNNING", "RUNNING>WAITING");
            assertThat(channel.messageCount(queue)).isEqualTo(1);
            assertThat(jdbc.sql("select count(*) from pg_stat_activity"
                                    + " where datname = current_database() and application_name = 'holdfast reaper'")
                            .query(Integer.class)
                            .single())
                    .isBetween(2, 6);
        }
    }

    @Test
    void a_violation_shows_in_metrics_and_health_and_stops_no_probe() throws Exception {
        gate.open();
        TaskId task = rows.draft().exclusive("r1").waiting();
        ConfigurableApplicationContext reaper = start();
        await().atMost(30, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(violations(reaper)).contains("\"value\":0.0"));
        assertThat(get(reaper, "/actuator/health/check").body()).contains("\"status\":\"UP\"");

        jdbc.sql("update reservation set status = 'H' where task_id = ?")
                .params(task.value())
                .update();

        await().atMost(30, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(violations(reaper)).contains("\"value\":1.0"));
        assertThat(get(reaper, "/actuator/health/check").body())
                .contains("VIOLATED", "held-without-grant", task.toString());
        assertThat(get(reaper, "/actuator/health").statusCode()).isEqualTo(200);
        assertThat(get(reaper, "/actuator/health/liveness").statusCode()).isEqualTo(200);
        assertThat(get(reaper, "/actuator/health/readiness").statusCode()).isEqualTo(200);
    }

    private String violations(ConfigurableApplicationContext reaper) throws Exception {
        return get(reaper, "/actuator/metrics/holdfast.check.violations?tag=invariant:held-without-grant")
                .body();
    }

    @Test
    @Answers("O31")
    void reapers_whose_sessions_are_cut_off_again_and_again_settle_each_attempt_once() throws Exception {
        gate.open();
        for (int i = 0; i < 2; i++) {
            ConfigurableApplicationContext reaper = start();
            await().atMost(30, TimeUnit.SECONDS)
                    .until(() -> get(reaper, "/actuator/health/readiness").statusCode() == 200);
        }
        Incarnation dead = rows.worker("dead", TTL);
        List<AttemptKey> keys = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            keys.add(rows.draft().exclusive("r" + i).running(dead));
        }
        // While the verdict falls, and beyond.
        await().pollInterval(Duration.ofMillis(150)).atMost(TTL.plusSeconds(20)).until(() -> {
            jdbc.sql("select pg_terminate_backend(pid) from pg_stat_activity"
                            + " where datname = current_database() and application_name = 'holdfast reaper'")
                    .query()
                    .listOfRows();
            return jdbc.sql("select lease_until < clock_timestamp() - interval '3 s' from worker")
                    .query(Boolean.class)
                    .single();
        });

        await().atMost(BOUND)
                .untilAsserted(() -> assertThat(keys)
                        .allSatisfy(key -> assertThat(rows.state(key.task())).isEqualTo("WAITING")));
        await().during(PASS.multipliedBy(5)).atMost(BOUND).untilAsserted(() -> {
            assertThat(jdbc.sql("select count(*) from attempt")
                            .query(Integer.class)
                            .single())
                    .isEqualTo(5);
            assertThat(keys)
                    .allSatisfy(key -> assertThat(rows.history(key.task()))
                            .containsExactly(">WAITING", "QUEUED>RUNNING", "RUNNING>WAITING"));
        });
    }

    private ConfigurableApplicationContext start() {
        Map<String, Object> properties = new LinkedHashMap<>(database.springProperties());
        properties.put("spring.datasource.url", database.url().replaceFirst(":\\d+/", ":" + gate.port() + "/"));
        properties.put("spring.rabbitmq.port", 1);
        if (broker != null) {
            properties.putAll(broker.springProperties());
        }
        properties.put("server.port", 0);
        properties.put("holdfast.reaper.pass", PASS.toMillis() + "ms");
        properties.put("holdfast.reaper.check.interval", "500ms");
        properties.put("holdfast.reaper.name", "r" + reapers.size());
        SpringApplication application = new SpringApplication(ReaperApplication.class);
        ConfigurableApplicationContext context = application.run(properties.entrySet().stream()
                .map(e -> "--" + e.getKey() + "=" + e.getValue())
                .toArray(String[]::new));
        reapers.add(context);
        return context;
    }

    private HttpResponse<String> get(ConfigurableApplicationContext reaper, String path) throws Exception {
        String port = reaper.getEnvironment().getRequiredProperty("local.server.port");
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .timeout(Duration.ofSeconds(5))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
