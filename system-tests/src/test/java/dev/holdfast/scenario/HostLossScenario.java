package dev.holdfast.scenario;

import static dev.holdfast.scenario.Waiting.seconds;
import static dev.holdfast.scenario.Waiting.until;
import static dev.holdfast.scenario.Waiting.untilState;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.chaos.process.Service;
import dev.holdfast.verification.Answers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Power loss on a machine that runs all of it, and whose broker comes back empty. */
class HostLossScenario {

    private Cluster cluster;

    @BeforeEach
    void startTheServices() {
        cluster = Cluster.withOwnBroker("host-loss");
        cluster.start(
                cluster.dispatcher(),
                cluster.reaper(),
                cluster.worker("w1", "holdfast.worker.slots=2"),
                cluster.worker("w2", "holdfast.worker.slots=2"));
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    @Answers({"P4", "P13", "A15"})
    void everything_killed_at_once_and_started_in_any_order_finishes_every_task() {
        HoldfastClient client = cluster.client();
        List<String> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            tasks.add(client.submit(Submission.trial(1500).exclusive("repo:" + i)));
        }
        List<String> running = List.copyOf(tasks);
        for (int i = 0; i < 12; i++) {
            tasks.add(client.submit(Submission.trial(200).exclusive("repo:" + i % 6)));
        }
        tasks.add(client.submit(Submission.trial(100).with("delay", "2s")));
        for (String task : running) {
            until("it runs", seconds(20), () -> cluster.evidence().starts(task) == 1);
        }

        List<Service> services = new ArrayList<>(cluster.running());
        services.forEach(Service::kill);
        cluster.broker().kill();
        cluster.broker().wipe();

        long seed = Long.getLong("holdfast.seed", System.nanoTime());
        Collections.shuffle(services, new Random(seed));
        boolean brokerFirst = new Random(seed).nextBoolean();
        if (brokerFirst) {
            cluster.broker().start();
        }
        services.forEach(Service::launch);
        if (!brokerFirst) {
            cluster.broker().start();
        }
        String order = "seed " + seed + ", broker first: " + brokerFirst + ", "
                + services.stream().map(Service::name).toList();

        for (String task : tasks) {
            untilState(cluster, task, seconds(90), "SUCCEEDED");
        }
        for (int i = 0; i < 6; i++) {
            assertThat(cluster.evidence().overlaps("repo:" + i)).as(order).isEmpty();
        }
        for (String task : running) {
            assertThat(cluster.records().attempts(task))
                    .as(order)
                    .hasSize(2)
                    .first()
                    .matches(it -> it.outcome().equals("LOST"));
        }
        assertThat(cluster.records().lies(tasks)).as(order).isEmpty();
        assertThat(cluster.records().violations()).as(order).isEmpty();
    }
}
