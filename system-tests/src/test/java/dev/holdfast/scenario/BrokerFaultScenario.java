package dev.holdfast.scenario;

import static dev.holdfast.scenario.Waiting.seconds;
import static dev.holdfast.scenario.Waiting.until;
import static dev.holdfast.scenario.Waiting.untilState;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import dev.holdfast.messaging.Topology;
import dev.holdfast.task.RouteName;
import dev.holdfast.verification.Answers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The broker loses messages, and delivers ones that nobody should act on. */
class BrokerFaultScenario {

    private final Cluster cluster = Cluster.withReaper();
    private final HoldfastClient client = cluster.client();
    private final String queue = Cluster.newName("fault");
    private final String trials = Topology.queueOf(new RouteName(queue, "trial"));

    @BeforeEach
    void startAWorkerOfOneSlot() {
        cluster.worker(queue, "holdfast.worker.queues=" + queue, "holdfast.worker.slots=1")
                .start();
    }

    @AfterEach
    void stop() {
        cluster.closeWorkers();
    }

    @Test
    void purged_messages_are_sent_again() {
        String running = client.submit(Submission.trial(3000).in(queue));
        until("it runs", seconds(15), () -> cluster.evidence().starts(running) == 1);
        List<String> lost = List.of(
                client.submit(Submission.trial(50).in(queue)),
                client.submit(Submission.trial(50).in(queue)));
        untilState(cluster, lost.get(0), seconds(10), "QUEUED");
        until("a message waits", seconds(5), () -> cluster.broker().purge(trials) > 0);
        for (String task : lost) {
            untilState(cluster, task, seconds(40), "SUCCEEDED");
            assertThat(cluster.evidence().starts(task)).isEqualTo(1);
            assertThat(cluster.records().attempts(task)).as("the same attempt").hasSize(1);
        }
    }

    @Test
    @Answers({"P16", "S5", "A4", "A13", "O21", "O28"})
    void messages_of_other_times_run_nothing() throws Exception {
        int unreadable = cluster.records().count("select count(*) from dead_letter");
        String finished = client.submit(Submission.trial(50).in(queue));
        untilState(cluster, finished, seconds(15), "SUCCEEDED");
        String failed = client.submit(Submission.of("fail", 0)
                .in(queue)
                .with("payload", java.util.Map.of("times", 1))
                .with("maxAttempts", 2)
                .with("backoff", java.util.Map.of("initial", "100ms")));
        untilState(cluster, failed, seconds(15), "SUCCEEDED");
        String running = client.submit(Submission.trial(4000).in(queue).exclusive(queue));
        until("it runs", seconds(15), () -> cluster.evidence().starts(running) == 1);
        String canceled = client.submit(Submission.trial(50).in(queue));
        untilState(cluster, canceled, seconds(10), "QUEUED");
        assertThat(client.cancel(canceled)).isEqualTo(202);
        assertThat(client.state(canceled)).isEqualTo("CANCELED");

        publish(trials, finished + "/1", finished + "/2", running + "/1", running + "/2", canceled + "/1");
        publish(trials, UUID.randomUUID() + "/1", "not readable");
        publish(Topology.queueOf(new RouteName(queue, "fail")), failed + "/1", failed + "/2", failed + "/3");
        untilState(cluster, running, seconds(15), "SUCCEEDED");
        String after = client.submit(Submission.trial(50).in(queue));
        untilState(cluster, after, seconds(15), "SUCCEEDED");

        assertThat(cluster.broker().purge(trials)).as("all were acked").isZero();
        assertThat(cluster.evidence().starts(finished)).isEqualTo(1);
        assertThat(cluster.evidence().starts(running)).isEqualTo(1);
        assertThat(cluster.evidence().starts(canceled)).isZero();
        assertThat(cluster.records().attempts(failed)).hasSize(2);
        // The embedded broker knows no dead letters: there the message is logged and gone.
        int kept = cluster.broker().isRabbit() ? 1 : 0;
        assertThat(cluster.records().count("select count(*) from dead_letter")).isEqualTo(unreadable + kept);
    }

    @Test
    @Answers("O39")
    void the_text_of_others_forges_no_line_of_a_log() throws Exception {
        int unreadable = cluster.records().count("select count(*) from dead_letter");
        String forged = "\r\n2026-01-01T00:00:00.000Z ERROR 1 --- [main] forged\u001b[2J";
        String task = client.submit(Submission.of("fail", 0)
                .in(queue)
                .exclusive(queue + forged)
                .with("labels", Map.of("a" + forged, "b" + forged))
                .with("payload", Map.of("times", 9, "message", "no luck" + forged)));
        publish(trials, "x" + forged);
        untilState(cluster, task, seconds(15), "FAILED");
        String after = client.submit(Submission.trial(50).in(queue));
        untilState(cluster, after, seconds(15), "SUCCEEDED");
        if (cluster.broker().isRabbit()) {
            until(
                    "kept",
                    seconds(15),
                    () -> cluster.records().count("select count(*) from dead_letter") == unreadable + 1);
        }

        String logs = String.join(
                "\n",
                cluster.worker(queue).logText(),
                cluster.dispatcher().logText(),
                cluster.reaper().logText());
        assertThat(logs).as("somebody wrote it down").contains("forged");
        assertThat(logs.lines()).noneMatch(line -> line.startsWith("2026-01-01"));
        assertThat(logs).doesNotContain("\u001b");
    }

    private void publish(String queue, String... bodies) throws Exception {
        try (Connection connection = cluster.broker().connectionFactory().newConnection();
                Channel channel = connection.createChannel()) {
            channel.confirmSelect();
            for (String body : bodies) {
                channel.basicPublish(
                        Topology.TASKS,
                        queue,
                        MessageProperties.PERSISTENT_TEXT_PLAIN,
                        body.getBytes(StandardCharsets.UTF_8));
            }
            channel.waitForConfirmsOrDie(10_000);
        }
    }
}
