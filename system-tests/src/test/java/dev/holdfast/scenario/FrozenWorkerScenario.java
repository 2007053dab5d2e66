package dev.holdfast.scenario;

import static dev.holdfast.scenario.Waiting.seconds;
import static dev.holdfast.scenario.Waiting.until;
import static dev.holdfast.scenario.Waiting.untilState;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** SIGSTOP: a worker that is not dead, but does not know what happened meanwhile. */
class FrozenWorkerScenario {

    private Cluster cluster;
    private HoldfastClient client;
    private Service sleeper;

    @BeforeEach
    void startTheServices() {
        cluster = Cluster.named("frozen");
        sleeper = cluster.worker("sleeper");
        cluster.start(cluster.dispatcher(), sleeper);
        client = cluster.client();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void one_that_was_given_up_is_refused_when_it_wakes() {
        cluster.start(cluster.reaper(), cluster.worker("heir", "holdfast.worker.queues=other"));
        String task = client.submit(Submission.trial(12_000).exclusive("repo:frozen"));
        until("it runs", seconds(15), () -> cluster.evidence().starts(task) == 1);
        sleeper.freeze();
        until("given up", seconds(15), () -> cluster.records().attempts(task).size() == 1);
        assertThat(cluster.records().attempts(task).get(0).outcome()).isEqualTo("LOST");
        cluster.worker("second").start();
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
    void one_that_nobody_gave_up_may_finish_what_holds_nothing() {
        String task = client.submit(Submission.trial(2_000));
        until("it runs", seconds(15), () -> cluster.evidence().starts(task) == 1);
        String owner = cluster.records().owner(task);
        sleeper.freeze();
        until(
                "its lease is over",
                seconds(10),
                () -> cluster.records()
                                .count(
                                        "select count(*) from worker where lease_until < clock_timestamp() - interval '1 s'")
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
                () -> cluster.records().incarnations("sleeper").contains("ALIVE " + owner));
        String next = client.submit(Submission.trial(100));
        untilState(cluster, next, seconds(15), "SUCCEEDED");
    }
}
