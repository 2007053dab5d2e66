package dev.holdfast.scenario;

import static dev.holdfast.scenario.Waiting.seconds;
import static dev.holdfast.scenario.Waiting.until;
import static dev.holdfast.scenario.Waiting.untilState;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Connection;
import dev.holdfast.chaos.process.Service;
import dev.holdfast.messaging.Topology;
import dev.holdfast.task.RouteName;
import dev.holdfast.verification.Answers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The six steps that left Pulp with one task "in progress" and one "waiting" for ever: a worker is killed and started again
 * under its name before anybody could miss it. A long lease makes sure of that: nothing here may wait for its end.
 */
class PulpReportScenario {

    private static final Duration TTL = seconds(30);

    private final Cluster cluster = Cluster.withoutReaper();

    @AfterEach
    void takeTheWorkersAndTheReaperAway() {
        cluster.closeWorkers();
        cluster.reaper().close();
    }

    @ParameterizedTest(name = "reaper comes back: {0}, second task delivered: {1}")
    @CsvSource({"true,true", "true,false", "false,true", "false,false"})
    @Answers({"P1", "P2", "P3", "O12"})
    void a_worker_killed_and_started_again_settles_what_its_predecessor_had(boolean withReaper, boolean delivered)
            throws Exception {
        String name = Cluster.newName("pulp");
        HoldfastClient client = cluster.client();
        Records records = cluster.records();

        // 1: exactly one worker. With a second slot it takes the second task from the broker, too.
        Service worker = cluster.worker(
                name,
                "holdfast.worker.queues=" + name,
                "holdfast.worker.slots=" + (delivered ? 2 : 1),
                "holdfast.worker.heartbeat=2s",
                "holdfast.worker.ttl=" + TTL.toSeconds() + "s");
        if (withReaper) {
            cluster.start(worker, cluster.reaper());
        } else {
            worker.start();
        }

        // 2: one task runs; the other waits, with the worker or with the broker.
        String first = client.submit(Submission.trial(1500).in(name).exclusive(name + ":a"));
        untilState(cluster, first, seconds(15), "RUNNING");
        until("the first task runs", seconds(5), () -> cluster.evidence().starts(first) == 1);
        if (delivered) {
            worker.freeze();
        }
        String second = client.submit(Submission.trial(300).in(name).exclusive(name + ":b"));
        untilState(cluster, second, seconds(15), "QUEUED");
        if (cluster.broker().isRabbit()) {
            int waiting = delivered ? 0 : 1;
            until(waiting + " with the broker", seconds(5), () -> ready(name) == waiting);
        }

        // 3: no reaper looks.
        if (withReaper) {
            cluster.reaper().stop();
        }

        // 4: the worker dies, and is there again. 5: the reaper, too.
        Instant killed = records.now();
        String dead = records.owner(first);
        worker.kill();
        worker.start();
        if (withReaper) {
            cluster.reaper().start();
        }

        // 6: nothing is shown as active that nobody runs, long before the old lease ends.
        assertThat(records.incarnations(name)).hasSize(2).first().isEqualTo("LOST " + dead);
        Records.Attempt lost = records.attempts(first).get(0);
        assertThat(lost.outcome()).isEqualTo("LOST");
        assertThat(lost.endedAt()).isBetween(killed, killed.plus(TTL).minusSeconds(5));
        untilState(cluster, first, seconds(15), "SUCCEEDED");
        untilState(cluster, second, seconds(15), "SUCCEEDED");
        assertThat(records.history(first))
                .as("settled by the newcomer itself")
                .anyMatch(step -> "WAITING".equals(step.to())
                        && "RUNNING".equals(step.from())
                        && step.actor().equals("worker " + name));
        assertThat(records.attempts(first).get(1).claimedAt())
                .as("before it consumed anything")
                .isAfterOrEqualTo(lost.endedAt());
        assertThat(records.attempts(second).get(0).claimedAt()).isAfterOrEqualTo(lost.endedAt());
        assertThat(cluster.evidence().starts(first)).isEqualTo(2);
        assertThat(cluster.evidence().starts(second)).isEqualTo(1);
        assertThat(cluster.evidence().overlaps(name + ":a")).isEmpty();
        assertThat(records.lies(List.of(first, second))).isEmpty();
        assertThat(cluster.records().violations()).isEmpty();
        worker.stop();
    }

    private int ready(String queue) throws Exception {
        try (Connection connection = cluster.broker().connectionFactory().newConnection()) {
            return connection
                    .createChannel()
                    .queueDeclarePassive(Topology.queueOf(new RouteName(queue, "trial")))
                    .getMessageCount();
        }
    }
}
