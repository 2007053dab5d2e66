package dev.holdfast.scenario;

import static dev.holdfast.scenario.Waiting.seconds;
import static dev.holdfast.scenario.Waiting.untilState;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.verification.Answers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tasks that nobody will run now stand in nobody's way. */
class CrossTalkScenario {

    private final Cluster cluster = Cluster.withReaper();
    private final HoldfastClient client = cluster.client();
    private final String open = Cluster.newName("open");
    private final String paused = Cluster.newName("paused");
    private final String dom = Cluster.newName("dom");

    @BeforeEach
    void startAWorker() {
        cluster.worker(open, "holdfast.worker.queues=" + open + "," + paused).start();
    }

    @AfterEach
    void stop() {
        cluster.closeWorkers();
    }

    @Test
    @Answers({"P12", "O9"})
    void a_paused_queue_and_a_type_without_workers_do_not_block_a_resource_for_others() {
        client.pause(paused);
        List<String> stopped = new ArrayList<>();
        List<String> unserved = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            stopped.add(
                    client.submit(Submission.trial(50).in(paused).exclusive(dom).with("priority", 9)));
            unserved.add(client.submit(
                    Submission.of("nobody", 50).in(open).exclusive(dom).with("priority", 9)));
        }
        String other = client.submit(Submission.trial(100).in(open).exclusive(dom));
        untilState(cluster, other, seconds(3), "SUCCEEDED");

        assertThat(client.why(stopped.get(0)).get("summary").asString()).contains("paused");
        assertThat(client.why(unserved.get(0)).get("summary").asString()).contains("no live worker");
        assertThat(cluster.records().held(dom)).isZero();

        client.resume(paused);
        for (String task : stopped) {
            untilState(cluster, task, seconds(20), "SUCCEEDED");
        }
        assertThat(cluster.evidence().runsOn(dom).stream()
                        .map(Evidence.Run::task)
                        .skip(1))
                .as("in the order in which they came")
                .containsExactlyElementsOf(stopped);
        assertThat(cluster.evidence().overlaps(dom)).isEmpty();
        assertThat(client.state(unserved.get(0))).isEqualTo("WAITING");
        assertThat(client.cancel(unserved.get(0))).isEqualTo(202);
        assertThat(client.state(unserved.get(0)))
                .as("canceled at once, with no worker alive")
                .isEqualTo("CANCELED");
    }

    @Test
    void a_queue_paused_under_its_published_tasks_gives_the_resource_back_and_lets_the_running_one_finish() {
        String running = client.submit(Submission.trial(3000).in(paused).exclusive(dom));
        untilState(cluster, running, seconds(10), "RUNNING");
        String behind = client.submit(Submission.trial(50).in(paused).exclusive(dom));
        client.pause(paused);
        String other = client.submit(Submission.trial(50).in(open).exclusive(dom));
        untilState(cluster, running, seconds(10), "SUCCEEDED");
        untilState(cluster, other, seconds(3), "SUCCEEDED");
        assertThat(client.state(behind)).isEqualTo("WAITING");
        client.resume(paused);
        untilState(cluster, behind, seconds(5), "SUCCEEDED");
        assertThat(cluster.evidence().overlaps(dom)).isEmpty();
    }
}
