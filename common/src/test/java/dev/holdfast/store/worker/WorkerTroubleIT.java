package dev.holdfast.store.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.backing.Backing;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.Retries;
import dev.holdfast.store.TaskRows;
import dev.holdfast.store.cancel.Cancellations;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Outcome;
import dev.holdfast.verification.Answers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/** Ends of workers that meet others of their name, several enders at once, old runs and other time zones. */
class WorkerTroubleIT {

    private static DataSource dataSource;
    private static JdbcClient jdbc;

    private TaskRows rows;
    private WorkerEnds ends;
    private Heartbeats heartbeats;
    private Incarnation worker;

    @BeforeAll
    static void database() {
        dataSource = Backing.database().dataSource();
        jdbc = JdbcClient.create(dataSource);
    }

    @BeforeEach
    void fresh() {
        rows = TaskRows.inEmptyTables(jdbc);
        heartbeats = new Heartbeats(jdbc);
        TransactionTemplate transactions = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
        ends = new WorkerEnds(jdbc, transactions, new Settlements(jdbc));
        worker = rows.worker("w1", Duration.ofMinutes(10));
    }

    @Test
    @Answers("P9")
    void a_stop_leaves_alone_what_the_next_process_of_its_name_holds() {
        AttemptKey old = rows.draft().shared("r1").running(worker);
        heartbeats.drain(worker);
        Incarnation successor = rows.worker("w1", Duration.ofMinutes(10));
        AttemptKey theirs = rows.draft().shared("r1").exclusive("r2").running(successor);

        ends.stopped(worker, "worker w1", "SIGTERM", key -> AttemptEnd.stopped(key, Outcome.INTERRUPTED, "shutdown"));

        assertThat(rows.state(old.task())).isEqualTo("WAITING");
        assertThat(rows.state(theirs.task())).isEqualTo("RUNNING");
        assertThat(rows.reservations(theirs.task())).containsExactly("r1=H", "r2=H");
    }

    @Test
    @Answers("P14")
    void recovery_reaper_and_cancel_at_once_record_one_end() throws Exception {
        Cancellations cancellations =
                new Cancellations(jdbc, new Settlements(jdbc), new Retries(new SimpleMeterRegistry()));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 25; round++) {
                Incarnation dead = rows.worker("dead-" + round, Duration.ofMinutes(10));
                AttemptKey key =
                        rows.draft().exclusive("r").onWorkerLost("CANCEL").running(dead);
                rows.expireLease(dead);
                CyclicBarrier together = new CyclicBarrier(4);
                List<Future<?>> racers = new ArrayList<>();
                racers.add(threads.submit(() -> {
                    together.await();
                    return ends.lost(dead, true, "worker w", "restarted");
                }));
                for (String reaper : List.of("reaper r1", "reaper r2")) {
                    racers.add(threads.submit(() -> {
                        together.await();
                        return ends.lost(dead, false, reaper, "no heartbeat");
                    }));
                }
                racers.add(threads.submit(() -> {
                    together.await();
                    return cancellations.cancel(key.task(), "api user");
                }));
                for (Future<?> racer : racers) {
                    racer.get(20, TimeUnit.SECONDS);
                }
                assertThat(rows.state(key.task())).isIn("CANCELED/USER", "CANCELED/WORKER_LOST");
                assertThat(rows.history(key.task()).stream().filter(step -> step.endsWith(">CANCELED")))
                        .as("round %s", round)
                        .hasSize(1);
                assertThat(rows.reservations(key.task())).isEmpty();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @Answers("S19")
    void a_run_that_began_days_ago_is_settled_like_any_other() {
        AttemptKey ended = rows.draft().exclusive("r1").maxLost(1).running(worker);
        AttemptKey resubmitted = rows.draft().exclusive("r2").running(worker);
        jdbc.sql("update task_live set since = since - interval '9 days', claimed_at = claimed_at - interval '9 days'")
                .update();
        jdbc.sql("update task_live set losses = 20 where id = ?")
                .params(ended.task().value())
                .update();
        rows.expireLease(worker);

        assertThat(ends.lost(worker, false, "reaper r1", "no heartbeat").orElseThrow())
                .hasSize(2);

        assertThat(rows.state(ended.task())).isEqualTo("FAILED/WORKER_LOST");
        assertThat(rows.reservations(ended.task())).isEmpty();
        assertThat(rows.state(resubmitted.task())).isEqualTo("WAITING");
    }

    @Test
    @Answers("O24")
    void sessions_of_any_time_zone_agree_on_a_lease() throws Exception {
        AttemptKey key = rows.draft().exclusive("r1").running(worker);
        for (String zone : List.of("Pacific/Auckland", "America/New_York", "Europe/Berlin", "Etc/GMT+12")) {
            try (Connection connection = dataSource.getConnection()) {
                connection.createStatement().execute("set time zone '" + zone + "'");
                JdbcClient there = JdbcClient.create(new SingleConnectionDataSource(connection, true));
                assertThat(new Heartbeats(there).beat(worker, Set.of(key)))
                        .as(zone)
                        .isInstanceOf(HeartbeatAnswer.Renewed.class);
                assertThat(ends.lost(worker, false, "reaper in " + zone, "no heartbeat"))
                        .as(zone)
                        .isEmpty();
            }
        }
        assertThat(rows.state(key.task())).isEqualTo("RUNNING");
        assertThat(jdbc.sql("select table_name || '.' || column_name from information_schema.columns"
                                + " where table_schema = current_schema() and data_type = 'timestamp without time zone'"
                                + " and table_name not like '%history%'")
                        .query(String.class)
                        .list())
                .as("times that are no instants")
                .isEmpty();
    }
}
