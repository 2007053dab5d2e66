package dev.holdfast.scenario;

import static dev.holdfast.scenario.Waiting.seconds;
import static dev.holdfast.scenario.Waiting.until;
import static dev.holdfast.scenario.Waiting.untilState;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What becomes of tasks whose worker is killed, with the short leases: ttl 3 s, a reaper pass each second. */
class WorkerDeathScenario {

    private static final Duration BOUND = seconds(5);

    private static Cluster cluster;
    private static HoldfastClient client;

    @BeforeAll
    static void startTheServices() {
        cluster = Cluster.named("worker-death");
        cluster.start(cluster.dispatcher(), cluster.reaper());
        client = cluster.client();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void a_lost_task_is_back_in_line_within_ttl_and_two_passes_and_those_behind_it_follow_in_order() {
        cluster.start(
                cluster.worker("east", "holdfast.worker.queues=line"),
                cluster.worker("west", "holdfast.worker.queues=line"));
        String first = client.submit(Submission.trial(5000).in("line").exclusive("repo:line"));
        until("the first runs", seconds(15), () -> cluster.evidence().starts(first) == 1);
        String second = client.submit(Submission.trial(300).in("line").exclusive("repo:line"));
        String third = client.submit(Submission.trial(300).in("line").exclusive("repo:line"));

        Instant killed = cluster.records().now();
        cluster.worker(cluster.evidence().runsOf(first).get(0).worker()).kill();
        // What arrives meanwhile neither fails nor overtakes.
        String late = client.submit(Submission.trial(300).in("line").exclusive("repo:line"));

        until("settled", seconds(20), () -> !cluster.records().attempts(first).isEmpty());
        Records.Attempt lost = cluster.records().attempts(first).get(0);
        assertThat(lost.outcome()).isEqualTo("LOST");
        assertThat(Duration.between(killed, lost.endedAt())).isLessThanOrEqualTo(BOUND);
        for (String task : List.of(first, second, third, late)) {
            untilState(cluster, task, seconds(20), "SUCCEEDED");
        }
        Records.Attempt again = cluster.records().attempts(first).get(1);
        assertThat(Duration.between(lost.endedAt(), again.claimedAt())).isLessThanOrEqualTo(seconds(1));
        assertThat(again.token()).isGreaterThan(lost.token());
        assertThat(cluster.evidence().runs().stream()
                        .filter(run -> run.label().equals("repo:line"))
                        .map(Evidence.Run::task))
                .containsExactly(first, first, second, third, late);
        assertThat(cluster.evidence().overlaps()).isEmpty();
        assertThat(lost.decision()).isNotBlank();
    }

    @Test
    void a_task_that_wants_to_be_canceled_with_its_worker_is_and_frees_what_it_held() {
        Service doomed = cluster.worker("canceler", "holdfast.worker.queues=cancel");
        doomed.start();
        String task = client.submit(
                Submission.trial(60_000).in("cancel").exclusive("repo:cancel").with("onWorkerLost", "CANCEL"));
        until("it runs", seconds(15), () -> cluster.evidence().starts(task) == 1);
        Instant killed = cluster.records().now();
        doomed.kill();
        untilState(cluster, task, seconds(20), "CANCELED");
        Records.Attempt lost = cluster.records().attempts(task).get(0);
        assertThat(Duration.between(killed, lost.endedAt())).isLessThanOrEqualTo(BOUND);
        assertThat(client.get(task).get("reason").asString()).isEqualTo("WORKER_LOST");
        assertThat(cluster.records().held("repo:cancel")).isZero();
        assertThat(cluster.evidence().starts(task)).isEqualTo(1);
    }
}
