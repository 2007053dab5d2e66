package dev.holdfast.scenario;

import static dev.holdfast.scenario.Waiting.seconds;
import static dev.holdfast.scenario.Waiting.until;
import static dev.holdfast.scenario.Waiting.untilState;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.chaos.process.Service;
import dev.holdfast.verification.Answers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** SIGSTOP: a worker that is not dead, but does not know what happened meanwhile. */
class FrozenWorkerScenario {

    private final String queue = Cluster.newName("frozen");

    @AfterEach
    void takeTheWorkersAway() {
        Cluster.withReaper().closeWorkers();
        Cluster.withoutReaper().closeWorkers();
    }

    @Test
    @Answers("O19")
    void one_that_was_given_up_is_refused_when_it_wakes() {
        Cluster cluster = Cluster.withReaper();
        HoldfastClient client = cluster.client();
        cluster.start(
                cluster.worker(queue + "-east", "holdfast.worker.queues=" + queue),
                cluster.worker(queue + "-west", "holdfast.worker.queues=" + queue));
        String task = client.submit(Submission.trial(12_000).in(queue).exclusive(queue));
        until("it runs", seconds(15), () -> cluster.evidence().starts(task) == 1);
        Service sleeper = cluster.worker(cluster.evidence().runsOf(task).get(0).worker());
        sleeper.freeze();
        until("given up", seconds(15), () -> cluster.records().attempts(task).size() == 1);
        assertThat(cluster.records().attempts(task).get(0).outcome()).isEqualTo("LOST");
        until("it runs again", seconds(15), () -> cluster.evidence().starts(task) == 2);

        long woken = System.nanoTime();
        sleeper.wake();
        untilState(cluster, task, seconds(30), "SUCCEEDED");

        assertThat(cluster.records().attempts(task)).hasSize(2);
        assertThat(client.get(task).get("result").asString()).isEqualTo("attempt 2");
        Evidence.Run first = cluster.evidence().runsOf(task).get(0);
        assertThat(first.finished()).as("the woken run was stopped").isFalse();
        assertThat(first.to() - woken)
                .as("soon after it woke")
                .isLessThan(seconds(1).toNanos());
        assertThat(cluster.evidence().runsOf(task).get(1).token()).isGreaterThan(first.token());
        assertThat(cluster.records().history(task).stream().filter(it -> it.to().equals("SUCCEEDED")))
                .hasSize(1);
    }

    @Test
    @Answers({"O19", "O25"})
    void one_that_nobody_gave_up_may_finish_what_holds_nothing() {
        Cluster cluster = Cluster.withoutReaper();
        HoldfastClient client = cluster.client();
        Service sleeper =
                cluster.worker(queue, "holdfast.worker.queues=" + queue).start();
        String task = client.submit(Submission.trial(2_000).in(queue));
        until("it runs", seconds(15), () -> cluster.evidence().starts(task) == 1);
        String owner = cluster.records().owner(task);
        sleeper.freeze();
        until(
                "its lease is over",
                seconds(10),
                () -> cluster.records()
                                .count(
                                        "select count(*) from worker where name = ?"
                                                + " and lease_until < clock_timestamp() - interval '1 s'",
                                        queue)
                        == 1);
        sleeper.wake();
        untilState(cluster, task, seconds(10), "SUCCEEDED");
        assertThat(cluster.evidence().starts(task)).isEqualTo(1);
        assertThat(cluster.records().attempts(task))
                .singleElement()
                .matches(it -> it.outcome().equals("SUCCEEDED"));
        until(
                "it renews again",
                seconds(10),
                () -> cluster.records().incarnations(queue).contains("ALIVE " + owner));
        String next = client.submit(Submission.trial(100).in(queue));
        untilState(cluster, next, seconds(15), "SUCCEEDED");
    }

    @Test
    @Answers("O25")
    void however_often_it_freezes_it_works_again_afterwards() {
        Cluster cluster = Cluster.withReaper();
        HoldfastClient client = cluster.client();
        Service sleeper =
                cluster.worker(queue, "holdfast.worker.queues=" + queue).start();
        for (int times = 1; times <= 3; times++) {
            int lost = times;
            sleeper.freeze();
            until(
                    "given up",
                    seconds(15),
                    () -> cluster.records().incarnations(queue).stream()
                                    .filter(it -> it.startsWith("LOST"))
                                    .count()
                            == lost);
            sleeper.wake();
            String task = client.submit(Submission.trial(100).in(queue).exclusive(queue));
            untilState(cluster, task, seconds(15), "SUCCEEDED");
            assertThat(cluster.evidence().starts(task)).isEqualTo(1);
        }
        assertThat(sleeper.isRunning()).isTrue();
    }
}
