package dev.holdfast.scenario;

import static dev.holdfast.scenario.Waiting.seconds;
import static dev.holdfast.scenario.Waiting.until;
import static dev.holdfast.scenario.Waiting.untilState;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.chaos.proxy.TcpProxy;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A worker that is well, and whose packets to and from the database are lost: from outside it looks like a dead one. */
class CutOffWorkerScenario {

    private final Cluster cluster = Cluster.withReaper();
    private final String queue = Cluster.newName("cut-off");
    private final Map<String, TcpProxy> proxies =
            Map.of(queue + "-east", cluster.databaseProxy(), queue + "-west", cluster.databaseProxy());

    @AfterEach
    void stop() {
        cluster.closeWorkers();
        proxies.values().forEach(TcpProxy::close);
    }

    @Test
    void it_lets_go_of_what_it_holds_before_others_get_it() {
        proxies.forEach((name, proxy) -> cluster.worker(name, "holdfast.worker.queues=" + queue, cluster.through(proxy))
                .launch());
        proxies.keySet().forEach(name -> cluster.worker(name).awaitReady());
        HoldfastClient client = cluster.client();
        String task = client.submit(Submission.trial(8_000).in(queue).exclusive(queue));
        until("it runs", seconds(15), () -> cluster.evidence().starts(task) == 1);
        String owner = cluster.evidence().runsOf(task).get(0).worker();
        TcpProxy line = Objects.requireNonNull(proxies.get(owner));

        line.hang(true);
        // ttl, two passes of the reaper, and what a busy machine adds: the run would still go on.
        until("it runs again", seconds(7), () -> cluster.evidence().starts(task) == 2);
        line.heal();
        untilState(cluster, task, seconds(20), "SUCCEEDED");

        assertThat(cluster.evidence().overlaps(queue)).isEmpty();
        assertThat(cluster.evidence().runsOf(task))
                .extracting(Evidence.Run::worker)
                .doesNotHaveDuplicates();
        assertThat(cluster.evidence().runsOf(task).get(0).finished()).isFalse();
        assertThat(client.get(task).get("result").asString()).isEqualTo("attempt 2");
    }
}
