package dev.holdfast.store.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Database;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.TaskRows;
import dev.holdfast.store.claim.ClaimResult;
import dev.holdfast.store.claim.Claims;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Outcome;
import dev.holdfast.verification.Answers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

class WorkerEndsIT {

    private static Database database;
    private static DataSource dataSource;
    private static JdbcClient jdbc;

    private TaskRows rows;
    private WorkerEnds ends;
    private Heartbeats heartbeats;
    private Incarnation worker;

    @BeforeAll
    static void database() {
        database = Backing.database();
        dataSource = database.dataSource();
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
    void a_lost_worker_is_settled_whole_and_only_once() {
        AttemptKey one = rows.draft().exclusive("r1").running(worker);
        AttemptKey two = rows.draft().shared("r2").running(worker);
        rows.expireLease(worker);

        assertThat(ends.lost(worker, false, "reaper r1", "no heartbeat").orElseThrow())
                .hasSize(2);
        assertThat(ends.lost(worker, false, "reaper r2", "no heartbeat")).isEmpty();

        assertThat(rows.state(one.task())).isEqualTo("WAITING");
        assertThat(rows.reservations(two.task())).containsExactly("r2=W");
        assertThat(jdbc.sql("select state from worker").query(String.class).single())
                .isEqualTo("LOST");
    }

    @Test
    @Answers("P10")
    void a_worker_with_a_valid_lease_is_not_settled_without_proof_of_its_death() {
        AttemptKey key = rows.draft().exclusive("r1").running(worker);

        assertThat(ends.lost(worker, false, "reaper r1", "no heartbeat")).isEmpty();
        assertThat(rows.state(key.task())).isEqualTo("RUNNING");

        assertThat(ends.lost(worker, true, "worker w1", "restarted")).isPresent();
        assertThat(rows.state(key.task())).isEqualTo("WAITING");
    }

    @Test
    void what_another_worker_runs_is_left_alone() {
        Incarnation other = rows.worker("w2", Duration.ofMinutes(10));
        AttemptKey key = rows.draft().exclusive("r1").running(other);

        ends.lost(worker, true, "worker w1", "restarted");

        assertThat(rows.state(key.task())).isEqualTo("RUNNING");
        assertThat(rows.reservations(key.task())).containsExactly("r1=H");
    }

    @Test
    void what_the_next_process_of_the_name_runs_is_left_alone() {
        heartbeats.drain(worker);
        Incarnation next = rows.worker("w1", Duration.ofMinutes(10));
        AttemptKey key = rows.draft().exclusive("r1").running(next);

        ends.lost(worker, true, "worker w1", "restarted");

        assertThat(rows.state(key.task())).isEqualTo("RUNNING");
        assertThat(rows.reservations(key.task())).containsExactly("r1=H");
    }

    @Test
    void a_claim_during_a_settlement_waits_for_its_end_and_is_refused() throws Exception {
        AttemptKey running = rows.draft().exclusive("r1").running(worker);
        AttemptKey queued = rows.draft().exclusive("r2").queued();
        DataSource patient = patient();
        WorkerEnds slow = new WorkerEnds(
                JdbcClient.create(patient),
                new TransactionTemplate(new DataSourceTransactionManager(patient)),
                new Settlements(JdbcClient.create(patient)));
        Claims claims = new Claims(JdbcClient.create(patient));
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (Connection other = dataSource.getConnection()) {
            other.setAutoCommit(false);
            lock(other, running);
            Future<?> settling = threads.submit(() -> slow.lost(worker, true, "worker w1", "restarted"));
            Awaitility.await().until(() -> lockWaits() == 1);
            Future<List<ClaimResult>> claiming = threads.submit(() -> claims.claim(worker, "w1", List.of(queued)));
            Awaitility.await().until(() -> lockWaits() == 2 || claiming.isDone());
            other.commit();

            settling.get(5, TimeUnit.SECONDS);
            assertThat(claiming.get(5, TimeUnit.SECONDS)).hasOnlyElementsOfType(ClaimResult.NoLease.class);
        } finally {
            threads.shutdownNow();
        }
        assertThat(rows.state(running.task())).isEqualTo("WAITING");
        assertThat(rows.state(queued.task())).isEqualTo("QUEUED");
    }

    @Test
    void a_task_that_was_overdue_while_its_worker_lived_timed_out() {
        AttemptKey key = rows.draft().timeout(Duration.ofMillis(1)).running(worker);
        heartbeats.beat(worker, Set.of(key));

        ends.lost(worker, true, "reaper r1", "halted");

        assertThat(rows.state(key.task())).isEqualTo("FAILED/TIMEOUT");
    }

    @Test
    void a_stop_settles_what_the_database_knows_even_if_the_process_does_not() {
        AttemptKey known = rows.draft().running(worker);
        AttemptKey unheard = rows.draft().running(worker);

        ends.stopped(
                worker,
                "worker w1",
                "SIGTERM",
                key -> key.equals(known)
                        ? AttemptEnd.stopped(key, Outcome.TIMED_OUT, "would not stop")
                        : AttemptEnd.stopped(key, Outcome.INTERRUPTED, "shutdown"));

        assertThat(rows.state(known.task())).isEqualTo("FAILED/TIMEOUT");
        assertThat(rows.state(unheard.task())).isEqualTo("WAITING");
        assertThat(new Claims(jdbc).claim(worker, "w1", List.of(rows.grant(unheard.task()))))
                .hasOnlyElementsOfType(ClaimResult.NoLease.class);
    }

    @Test
    void a_process_that_must_halt_leaves_what_still_runs_to_whoever_sees_its_lease_run_out() {
        AttemptKey stuck =
                rows.draft().exclusive("r1").timeout(Duration.ofMillis(1)).running(worker);
        AttemptKey other = rows.draft().exclusive("r2").running(worker);
        heartbeats.beat(worker, Set.of(stuck, other));

        ends.condemned(
                worker, Set.of(stuck), "worker w1", "halt", k -> AttemptEnd.stopped(k, Outcome.INTERRUPTED, "halt"));

        assertThat(rows.state(other.task())).isEqualTo("WAITING");
        assertThat(rows.state(stuck.task())).isEqualTo("RUNNING");
        assertThat(rows.reservations(stuck.task())).containsExactly("r1=H");
        assertThat(heartbeats.beat(worker, Set.of())).isInstanceOf(HeartbeatAnswer.Ended.class);
        assertThat(ends.lost(worker, false, "reaper r1", "no heartbeat")).isEmpty();

        rows.expireLease(worker);
        assertThat(ends.lost(worker, false, "reaper r1", "no heartbeat")).isPresent();
        assertThat(rows.state(stuck.task())).isEqualTo("FAILED/TIMEOUT");
        assertThat(rows.reservations(stuck.task())).isEmpty();
    }

    @Test
    void a_heartbeat_brings_back_what_should_stop() {
        AttemptKey canceled = rows.draft().running(worker);
        jdbc.sql("update task_live set state = 'CANCELING'").update();
        AttemptKey overdue = rows.draft().timeout(Duration.ofMillis(1)).running(worker);
        rows.draft().running(worker);

        assertThat(heartbeats.beat(worker, Set.of()))
                .isEqualTo(new HeartbeatAnswer.Renewed(false, Set.of(canceled), Set.of(overdue)));
    }

    @Test
    void a_lease_that_ran_out_is_renewed_unless_the_row_was_ended_or_revoked() {
        rows.expireLease(worker);
        assertThat(heartbeats.beat(worker, Set.of())).isInstanceOf(HeartbeatAnswer.Renewed.class);

        jdbc.sql("update worker set state = 'CONDEMNED'").update();
        assertThat(heartbeats.beat(worker, Set.of())).isInstanceOf(HeartbeatAnswer.Ended.class);
    }

    @Test
    void two_heartbeats_are_kept_for_the_rule_of_forgotten_attempts() {
        AttemptKey key = rows.draft().running(worker);
        heartbeats.beat(worker, Set.of(key));
        heartbeats.beat(worker, Set.of());

        assertThat(jdbc.sql("select running_before[1] from worker")
                        .query(String.class)
                        .single())
                .isEqualTo(key.toString());
        assertThat(jdbc.sql("select cardinality(running) from worker")
                        .query(Integer.class)
                        .single())
                .isZero();
    }

    @Test
    @Answers("O12")
    void a_name_has_one_live_process() {
        assertThatThrownBy(() -> rows.worker("w1", Duration.ofMinutes(10))).isInstanceOf(DuplicateKeyException.class);

        heartbeats.drain(worker);
        Incarnation successor = rows.worker("w1", Duration.ofMinutes(10));

        assertThat(heartbeats.namesakes("w1")).extracting(Namesake::incarnation).containsExactly(worker, successor);
    }

    @Test
    void a_process_that_had_survived_gets_each_loss_back_once() {
        AttemptKey key = rows.draft().running(worker);
        ends.lost(worker, true, "reaper r1", "no heartbeat");

        assertThat(heartbeats.refund(worker)).isEqualTo(1);
        assertThat(heartbeats.refund(worker)).isZero();

        assertThat(jdbc.sql("select losses from task_live").query(Integer.class).single())
                .isZero();
        assertThat(rows.state(key.task())).isEqualTo("WAITING");
    }

    /** Sessions that wait longer for a lock than the role allows: the test decides who goes on. */
    private static DataSource patient() {
        return new DriverManagerDataSource(
                database.url() + (database.url().contains("?") ? "&" : "?") + "options=-c%20lock_timeout=20s",
                database.user(),
                database.password());
    }

    private static void lock(Connection connection, AttemptKey key) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("select from task_live where id = '" + key.task() + "' for update");
        }
    }

    private static int lockWaits() {
        return jdbc.sql("select count(distinct pid) from pg_locks where not granted")
                .query(Integer.class)
                .single();
    }
}
