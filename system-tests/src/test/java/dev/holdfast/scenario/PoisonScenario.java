package dev.holdfast.scenario;

import static dev.holdfast.scenario.Waiting.seconds;
import static dev.holdfast.scenario.Waiting.untilState;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.chaos.process.Service;
import dev.holdfast.verification.Answers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A task that kills whichever process runs it, on workers that somebody always starts again. */
class PoisonScenario {

    private final ScheduledExecutorService supervisor = Executors.newSingleThreadScheduledExecutor();
    private final Cluster cluster = Cluster.withReaper();
    private final String queue = Cluster.newName("poison");

    @AfterEach
    void stop() throws InterruptedException {
        supervisor.shutdownNow();
        assertThat(supervisor.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        cluster.closeWorkers();
    }

    @Test
    @Answers({"S10", "O20"})
    void it_stops_after_max_lost_losses_and_its_neighbours_lose_one_run_at_most() {
        keepRunning(
                cluster.worker(queue + "-1", "holdfast.worker.queues=" + queue, "holdfast.worker.slots=20"),
                cluster.worker(queue + "-2", "holdfast.worker.queues=" + queue, "holdfast.worker.slots=20"));
        HoldfastClient client = cluster.client();
        List<String> neighbours = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            neighbours.add(client.submit(Submission.trial(10_000).in(queue)));
        }
        String poison = client.submit(Submission.of("die", 1000).in(queue).with("priority", 9));

        untilState(cluster, poison, seconds(120), "FAILED");
        assertThat(client.get(poison).get("reason").asString()).isEqualTo("WORKER_LOST");
        assertThat(cluster.records().attempts(poison))
                .hasSize(3)
                .allMatch(attempt -> attempt.outcome().equals("LOST"));
        assertThat(cluster.evidence().starts(poison)).isEqualTo(3);

        for (String neighbour : neighbours) {
            untilState(cluster, neighbour, seconds(240), "SUCCEEDED");
            assertThat(cluster.records().attempts(neighbour).stream()
                            .filter(attempt -> attempt.outcome().equals("LOST")))
                    .as("losses of %s", neighbour)
                    .hasSizeLessThanOrEqualTo(1);
            assertThat(cluster.evidence().starts(neighbour)).isLessThanOrEqualTo(2);
        }
        assertThat(cluster.records().lies(neighbours)).isEmpty();
    }

    private void keepRunning(Service... workers) {
        cluster.start(workers);
        supervisor.scheduleWithFixedDelay(
                () -> {
                    for (Service worker : workers) {
                        if (!worker.isRunning()) {
                            worker.launch();
                        }
                    }
                },
                200,
                200,
                TimeUnit.MILLISECONDS);
    }
}
