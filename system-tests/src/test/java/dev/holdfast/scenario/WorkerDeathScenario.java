package dev.holdfast.scenario;

import static dev.holdfast.scenario.Waiting.seconds;
import static dev.holdfast.scenario.Waiting.until;
import static dev.holdfast.scenario.Waiting.untilState;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.chaos.process.Service;
import dev.holdfast.verification.Answers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of tasks whose worker is killed, with the short leases: ttl 3 s, a reaper pass each second. */
class WorkerDeathScenario {

    private static final Duration BOUND = seconds(5);

    private final Cluster cluster = Cluster.withReaper();
    private final HoldfastClient client = cluster.client();
    private final String queue = Cluster.newName("death");

    @AfterEach
    void takeTheWorkersAway() {
        cluster.closeWorkers();
    }

    @Test
    @Answers({"P10", "S1", "S2", "S7", "S9", "S15", "O1", "O13"})
    void a_lost_task_is_back_in_line_within_ttl_and_two_passes_and_those_behind_it_follow_in_order() {
        cluster.start(
                cluster.worker(queue + "-east", "holdfast.worker.queues=" + queue),
                cluster.worker(queue + "-west", "holdfast.worker.queues=" + queue));
        String first = client.submit(Submission.trial(5000).in(queue).exclusive(queue));
        until("the first runs", seconds(15), () -> cluster.evidence().starts(first) == 1);
        String second = client.submit(Submission.trial(300).in(queue).exclusive(queue));
        String third = client.submit(Submission.trial(300).in(queue).exclusive(queue));

        Instant killed = cluster.records().now();
        cluster.worker(cluster.evidence().runsOf(first).get(0).worker()).kill();
        // What arrives meanwhile neither fails nor overtakes.
        String late = client.submit(Submission.trial(300).in(queue).exclusive(queue));

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
        assertThat(cluster.evidence().runsOn(queue).stream().map(Evidence.Run::task))
                .containsExactly(first, first, second, third, late);
        assertThat(cluster.evidence().overlaps(queue)).isEmpty();
        assertThat(lost.decision()).isNotBlank();
    }

    @Test
    @Answers({"P18", "O13"})
    void a_task_that_wants_to_be_canceled_with_its_worker_is_and_frees_what_it_held() {
        Service doomed = cluster.worker(queue + "-only", "holdfast.worker.queues=" + queue);
        doomed.start();
        String task = client.submit(
                Submission.trial(60_000).in(queue).exclusive(queue).with("onWorkerLost", "CANCEL"));
        until("it runs", seconds(15), () -> cluster.evidence().starts(task) == 1);
        Instant killed = cluster.records().now();
        doomed.kill();
        untilState(cluster, task, seconds(20), "CANCELED");
        Records.Attempt lost = cluster.records().attempts(task).get(0);
        assertThat(Duration.between(killed, lost.endedAt())).isLessThanOrEqualTo(BOUND);
        assertThat(client.get(task).get("reason").asString()).isEqualTo("WORKER_LOST");
        assertThat(cluster.records().held(queue)).isZero();
        assertThat(cluster.evidence().starts(task)).isEqualTo(1);
    }
}
