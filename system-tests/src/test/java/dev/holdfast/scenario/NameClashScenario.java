package dev.holdfast.scenario;

import static dev.holdfast.scenario.Waiting.seconds;
import static dev.holdfast.scenario.Waiting.until;
import static dev.holdfast.scenario.Waiting.untilState;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.chaos.process.Service;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A second process with a living worker's name. */
class NameClashScenario {

    private final Cluster cluster = Cluster.withReaper();
    private final String name = Cluster.newName("twin");

    @AfterEach
    void stop() {
        cluster.closeWorkers();
    }

    @ParameterizedTest(name = "same state directory: {0}")
    @ValueSource(booleans = {true, false})
    void the_newcomer_exits_and_the_old_one_loses_nothing(boolean sameDirectory) {
        cluster.worker(name, "holdfast.worker.queues=" + name).start();
        HoldfastClient client = cluster.client();
        String task = client.submit(Submission.trial(12_000).in(name).exclusive(name));
        until("it runs", seconds(15), () -> cluster.evidence().starts(task) == 1);
        String owner = cluster.records().owner(task);

        Service newcomer = sameDirectory
                ? cluster.impostor("newcomer", name)
                : cluster.impostor(
                        "newcomer",
                        name,
                        "holdfast.worker.state-dir=" + cluster.directory().resolve("elsewhere"));
        newcomer.launch();

        assertThat(newcomer.awaitExit(seconds(60))).isNotZero();
        assertThat(newcomer.logText()).contains(name);
        assertThat(cluster.records().incarnations(name)).containsExactly("ALIVE " + owner);
        untilState(cluster, task, seconds(30), "SUCCEEDED");
        assertThat(cluster.evidence().starts(task)).isEqualTo(1);
        assertThat(cluster.records().attempts(task))
                .singleElement()
                .matches(attempt -> attempt.outcome().equals("SUCCEEDED"));
    }
}
