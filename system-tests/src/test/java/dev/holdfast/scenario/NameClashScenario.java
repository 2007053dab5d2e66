package dev.holdfast.scenario;

import static dev.holdfast.scenario.Waiting.seconds;
import static dev.holdfast.scenario.Waiting.until;
import static dev.holdfast.scenario.Waiting.untilState;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A second process with a living worker's name. */
class NameClashScenario {

    private Cluster cluster;

    @BeforeEach
    void startTheServices() {
        cluster = Cluster.named("name-clash");
        cluster.start(cluster.dispatcher(), cluster.reaper(), cluster.worker("twin"));
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @ParameterizedTest(name = "same state directory: {0}")
    @ValueSource(booleans = {true, false})
    void the_newcomer_exits_and_the_old_one_loses_nothing(boolean sameDirectory) {
        HoldfastClient client = cluster.client();
        String task = client.submit(Submission.trial(12_000).exclusive("repo:twin"));
        until("it runs", seconds(15), () -> cluster.evidence().starts(task) == 1);
        String owner = cluster.records().owner(task);

        Service newcomer = sameDirectory
                ? cluster.impostor("newcomer", "twin")
                : cluster.impostor(
                        "newcomer",
                        "twin",
                        "holdfast.worker.state-dir=" + cluster.directory().resolve("elsewhere"));
        newcomer.launch();

        assertThat(newcomer.awaitExit(seconds(60))).isNotZero();
        assertThat(newcomer.logText()).contains("twin");
        assertThat(cluster.records().incarnations("twin")).containsExactly("ALIVE " + owner);
        untilState(cluster, task, seconds(30), "SUCCEEDED");
        assertThat(cluster.evidence().starts(task)).isEqualTo(1);
        assertThat(cluster.records().attempts(task))
                .singleElement()
                .matches(attempt -> attempt.outcome().equals("SUCCEEDED"));
    }
}
