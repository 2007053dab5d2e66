package dev.holdfast.scenario;

import static dev.holdfast.scenario.Waiting.seconds;
import static dev.holdfast.scenario.Waiting.until;
import static dev.holdfast.scenario.Waiting.untilState;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.chaos.process.Service;
import dev.holdfast.verification.Answers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SIGTERM: the worker settles its own affairs, and the reaper finds nothing to do. */
class GracefulStopScenario {

    private final Cluster cluster = Cluster.withReaper();
    private final HoldfastClient client = cluster.client();
    private final String queue = Cluster.newName("stop");
    private final String heir = queue + "-heir";
    private final Service worker = cluster.worker(
            queue,
            "holdfast.worker.queues=" + queue,
            "holdfast.worker.shutdown-grace=3s",
            "holdfast.worker.stop-grace=1s");

    @BeforeEach
    void startTheWorker() {
        worker.start();
    }

    @AfterEach
    void stop() {
        cluster.closeWorkers();
    }

    @Test
    @Answers({"P6", "P7", "P8"})
    void short_tasks_finish_long_ones_are_handed_back_and_nobody_acts_twice() {
        String shorter = client.submit(Submission.trial(2000).in(queue).exclusive(queue + ":short"));
        String longer = client.submit(Submission.trial(6_000).in(queue).exclusive(queue + ":long"));
        String canceled = client.submit(
                Submission.trial(60_000).in(queue).exclusive(queue + ":cancel").with("onWorkerLost", "CANCEL"));
        for (String task : List.of(shorter, longer, canceled)) {
            until("it runs", seconds(15), () -> cluster.evidence().starts(task) == 1);
        }
        String behind = client.submit(Submission.trial(100).in(queue).exclusive(queue + ":cancel"));

        worker.terminate();
        worker.awaitExit(seconds(12));

        // All of it was done by the worker, before it was gone: no wait here.
        Records records = cluster.records();
        assertThat(records.state(shorter)).isEqualTo("SUCCEEDED");
        assertThat(records.attempts(longer))
                .singleElement()
                .matches(it -> it.outcome().equals("INTERRUPTED"));
        assertThat(records.state(longer)).isIn("WAITING", "READY", "QUEUED");
        assertThat(records.state(canceled)).isEqualTo("CANCELED");
        assertThat(client.get(canceled).get("reason").asString()).isEqualTo("WORKER_SHUTDOWN");
        assertThat(records.incarnations(queue)).singleElement().asString().startsWith("STOPPED ");
        assertThat(records.history(canceled)
                        .get(records.history(canceled).size() - 1)
                        .actor())
                .isEqualTo("worker " + queue);

        // Several passes of the reaper: it changes nothing and says nothing a second time.
        int before = records.history(canceled).size();
        cluster.worker(heir, "holdfast.worker.queues=" + queue).start();
        untilState(cluster, longer, seconds(20), "SUCCEEDED");
        untilState(cluster, behind, seconds(10), "SUCCEEDED");
        assertThat(records.history(canceled)).hasSize(before);
        assertThat(records.attempts(longer))
                .hasSize(2)
                .noneMatch(it -> it.outcome().equals("LOST"));
        assertThat(records.spent(shorter) + records.spent(longer) + records.spent(canceled))
                .isZero();
        assertThat(records.held(queue + ":cancel") + records.held(queue + ":long") + records.held(queue + ":short"))
                .isZero();
        assertThat(cluster.evidence().overlaps(queue + ":long")).isEmpty();
    }

    @Test
    @Answers({"P9", "O2"})
    void what_has_not_started_goes_to_another_worker_and_its_reservation_survives_the_stop() {
        String running = client.submit(Submission.trial(2500).in(queue));
        until("it runs", seconds(15), () -> cluster.evidence().starts(running) == 1);
        cluster.worker(heir, "holdfast.worker.queues=" + queue).start();
        worker.terminate();
        // Before that it may still claim one, and hands it back.
        awaitDraining(worker);
        // Granted to the heir while the other one is stopping.
        String next = client.submit(Submission.trial(3_000).in(queue).exclusive(queue + ":next"));
        untilState(cluster, next, seconds(5), "RUNNING");
        worker.awaitExit(seconds(12));
        assertThat(cluster.records().held(queue + ":next")).isEqualTo(1);
        untilState(cluster, next, seconds(10), "SUCCEEDED");
        assertThat(cluster.records().attempts(next))
                .singleElement()
                .matches(it -> it.worker().equals(heir));
        assertThat(cluster.records().state(running)).isEqualTo("SUCCEEDED");
    }

    @Test
    void a_handler_that_ignores_the_stop_is_ended_with_its_process_and_costs_nobody_a_loss() {
        String stubborn =
                client.submit(Submission.of("stubborn", 60_000).in(queue).exclusive(queue + ":stubborn"));
        until("it runs", seconds(15), () -> cluster.evidence().starts(stubborn) == 1);
        long asked = System.nanoTime();
        worker.terminate();
        worker.awaitExit(seconds(15));
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(seconds(10));
        // Its code ran to the last moment, so the lease decides when somebody else may have the resource.
        until(
                "it is settled",
                seconds(10),
                () -> !cluster.records().state(stubborn).equals("RUNNING"));
        assertThat(cluster.records().attempts(stubborn))
                .singleElement()
                .matches(it -> it.outcome().equals("INTERRUPTED"));
        assertThat(cluster.records().state(stubborn)).isIn("WAITING", "READY", "QUEUED");
    }

    @Test
    @Answers("O2")
    void a_stop_that_outlasts_the_lease_renews_it_and_its_task_runs_once() {
        Service slow = cluster.worker(
                        queue + "-slow",
                        "holdfast.worker.queues=" + queue + "-slow",
                        "holdfast.worker.shutdown-grace=30s")
                .start();
        String task = client.submit(Submission.trial(7_000).in(queue + "-slow").exclusive(queue));
        until("it runs", seconds(15), () -> cluster.evidence().starts(task) == 1);
        slow.terminate();
        slow.awaitExit(seconds(30));
        assertThat(cluster.records().state(task)).isEqualTo("SUCCEEDED");
        assertThat(cluster.evidence().starts(task)).isEqualTo(1);
        assertThat(cluster.records().attempts(task))
                .singleElement()
                .matches(it -> it.outcome().equals("SUCCEEDED"));
    }

    @Test
    @Answers("O2")
    void one_that_is_killed_in_the_middle_of_its_stop_is_lost_like_any_other() {
        Service slow = cluster.worker(
                        queue + "-slow",
                        "holdfast.worker.queues=" + queue + "-slow",
                        "holdfast.worker.shutdown-grace=30s")
                .start();
        String task = client.submit(Submission.trial(3_000).in(queue + "-slow").exclusive(queue));
        until("it runs", seconds(15), () -> cluster.evidence().starts(task) == 1);
        slow.terminate();
        awaitDraining(slow);
        slow.kill();
        Service other = cluster.worker(heir, "holdfast.worker.queues=" + queue + "-slow")
                .start();
        untilState(cluster, task, seconds(20), "SUCCEEDED");
        assertThat(other.isRunning()).isTrue();
        assertThat(cluster.records().attempts(task))
                .extracting(it -> it.outcome())
                .containsExactly("LOST", "SUCCEEDED");
        assertThat(cluster.records().attempts(task).get(1).worker()).isEqualTo(heir);
        assertThat(cluster.evidence().overlaps(queue)).isEmpty();
    }

    /** Or has stopped already, if nothing ran any more. */
    private void awaitDraining(Service one) {
        until(
                "it takes no more work",
                seconds(5),
                () -> cluster.records().incarnations(one.name()).stream().noneMatch(it -> it.startsWith("ALIVE")));
    }
}
