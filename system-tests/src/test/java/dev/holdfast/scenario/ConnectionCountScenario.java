package dev.holdfast.scenario;

import static dev.holdfast.scenario.Waiting.seconds;
import static dev.holdfast.scenario.Waiting.until;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Twenty workers of fifty slots, all busy, on a PostgreSQL that allows a hundred connections. */
class ConnectionCountScenario {

    private static final int WORKERS = 20;
    private static final int SLOTS = 50;

    private Cluster cluster;

    @BeforeEach
    void startTheServices() {
        cluster = Cluster.named("connections");
        // Ten workers per process: their connections are the real ones, only the machine is small.
        cluster.start(
                cluster.dispatcher(),
                cluster.reaper(),
                cluster.fleet("east", WORKERS / 2, SLOTS),
                cluster.fleet("west", WORKERS / 2, SLOTS));
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void a_thousand_running_tasks_need_fewer_than_a_hundred_connections() {
        Records records = cluster.records();
        assertThat(records.count("select current_setting('max_connections')::int"))
                .isEqualTo(100);
        HoldfastClient client = cluster.client();
        client.submitMany(Submission.of("sleep", 15_000), WORKERS * SLOTS);
        int[] most = {0};
        until("all run at once", seconds(60), () -> {
            most[0] = Math.max(most[0], records.connections());
            return records.count("select count(*) from task_live where state = 'RUNNING'") == WORKERS * SLOTS;
        });
        until("all have ended", seconds(60), () -> {
            most[0] = Math.max(most[0], records.connections());
            return records.count("select count(*) from task_done where state = 'SUCCEEDED'") == WORKERS * SLOTS;
        });
        // 3 of the hundred are reserved for superusers.
        assertThat(most[0]).isLessThanOrEqualTo(WORKERS * 4 + 12 + 3).isLessThan(97);
        assertThat(records.count("select count(distinct incarnation) from attempt"))
                .isEqualTo(WORKERS);
        assertThat(records.count("select count(*) from attempt where outcome <> 'SUCCEEDED'"))
                .isZero();
    }
}
