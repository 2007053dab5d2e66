package dev.holdfast.scenario;

import static dev.holdfast.scenario.Waiting.seconds;
import static dev.holdfast.scenario.Waiting.until;
import static dev.holdfast.scenario.Waiting.untilState;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.chaos.process.Service;
import dev.holdfast.verification.Answers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A worker that is killed and comes back under its name, again and again, long before its lease is over. */
class SameNameScenario {

    private static final int KILLS = 4;

    private final Cluster cluster = Cluster.withoutReaper();
    private final HoldfastClient client = cluster.client();
    private final String name = Cluster.newName("again");

    @AfterEach
    void takeTheWorkersAway() {
        cluster.closeWorkers();
    }

    @Test
    @Answers("O12")
    void each_time_it_starts_at_once_and_takes_over_what_the_one_before_had() {
        Service worker = cluster.worker(name, "holdfast.worker.queues=" + name, "holdfast.worker.ttl=60s")
                .start();
        String task =
                client.submit(Submission.trial(1500).in(name).exclusive(name).with("maxLost", KILLS + 1));
        String behind = client.submit(Submission.trial(100).in(name).exclusive(name));
        for (int kill = 1; kill <= KILLS; kill++) {
            int runs = kill;
            until("it runs", seconds(15), () -> cluster.evidence().starts(task) == runs);
            worker.kill();
            worker.start();
        }
        untilState(cluster, task, seconds(15), "SUCCEEDED");
        untilState(cluster, behind, seconds(15), "SUCCEEDED");

        assertThat(cluster.records().attempts(task)).hasSize(KILLS + 1);
        assertThat(cluster.records().attempts(task).subList(0, KILLS))
                .allMatch(attempt -> attempt.outcome().equals("LOST"));
        assertThat(cluster.records().incarnations(name)).hasSize(KILLS + 1);
        assertThat(cluster.records().incarnations(name).subList(0, KILLS)).allMatch(it -> it.startsWith("LOST"));
        assertThat(cluster.evidence().overlaps(name)).isEmpty();
        assertThat(cluster.records().held(name)).isZero();
    }
}
