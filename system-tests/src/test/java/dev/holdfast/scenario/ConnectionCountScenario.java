package dev.holdfast.scenario;

import static dev.holdfast.scenario.Waiting.seconds;
import static dev.holdfast.scenario.Waiting.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.verification.Answers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Twenty workers of fifty slots, all busy, on a PostgreSQL that allows a hundred connections. */
class ConnectionCountScenario {

    private static final int WORKERS = 20;
    private static final int SLOTS = 50;

    private final Cluster cluster = Cluster.withReaper();
    private final String queue = Cluster.newName("fleet");

    @BeforeEach
    void startTheWorkers() {
        // Ten workers per process: their connections are the real ones, only the machine is small.
        cluster.start(
                cluster.fleet(queue + "-east", queue, WORKERS / 2, SLOTS),
                cluster.fleet(queue + "-west", queue, WORKERS / 2, SLOTS));
    }

    @AfterEach
    void stop() {
        cluster.closeWorkers();
    }

    @Test
    @Answers("O8")
    void a_thousand_running_tasks_need_fewer_than_a_hundred_connections() {
        Records records = cluster.records();
        assertThat(records.count("select current_setting('max_connections')::int"))
                .isEqualTo(100);
        HoldfastClient client = cluster.client();
        client.submitMany(Submission.of("sleep", 15_000).in(queue), WORKERS * SLOTS);
        String running = "select count(*) from task_live l join route r on r.id = l.route"
                + " where l.state = 'RUNNING' and r.queue = ?";
        String succeeded = "select count(*) from task_done d join task t using (id)"
                + " where d.state = 'SUCCEEDED' and t.queue = ?";
        int[] most = {0};
        until("all run at once", seconds(60), () -> {
            most[0] = Math.max(most[0], records.connections());
            return records.count(running, queue) == WORKERS * SLOTS;
        });
        until("all have ended", seconds(60), () -> {
            most[0] = Math.max(most[0], records.connections());
            return records.count(succeeded, queue) == WORKERS * SLOTS;
        });
        // 3 of the hundred are reserved for superusers.
        assertThat(most[0]).isLessThanOrEqualTo(WORKERS * 4 + 12 + 3).isLessThan(97);
        String attempts = " from attempt a join route r on r.id = a.route where r.queue = ?";
        assertThat(records.count("select count(distinct incarnation)" + attempts, queue))
                .isEqualTo(WORKERS);
        assertThat(records.count("select count(*)" + attempts, queue)).isEqualTo(WORKERS * SLOTS);
    }
}
