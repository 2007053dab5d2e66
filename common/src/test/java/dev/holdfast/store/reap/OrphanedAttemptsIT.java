package dev.holdfast.store.reap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.lease.WorkerState;
import dev.holdfast.store.reap.OrphanedAttempts.Owner;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Outcome;
import dev.holdfast.verification.Answers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OrphanedAttemptsIT {

    private static ReapFixture db;

    private OrphanedAttempts orphans;
    private Incarnation worker;

    @BeforeAll
    static void database() {
        db = new ReapFixture();
    }

    @BeforeEach
    void fresh() {
        db.empty();
        orphans = new OrphanedAttempts(db.jdbc, db.transactions, db.settlements);
        worker = db.worker("w1");
    }

    @ParameterizedTest
    @EnumSource(names = {"STOPPED", "LOST"})
    @Answers("P8")
    void what_an_ended_row_left_behind_is_lost_with_its_reservations(WorkerState state) {
        AttemptKey running =
                db.rows.draft().exclusive("r1").onWorkerLost("CANCEL").running(worker);
        AttemptKey canceling = db.rows.draft().exclusive("r2").running(worker);
        db.jdbc
                .sql("update task_live set state = 'CANCELING' where id = ?")
                .params(canceling.task().value())
                .update();
        endOnlyTheRow(state);

        assertThat(orphans.find()).containsExactly(new Owner(worker, "w1", state, 2));
        assertThat(orphans.settle(worker, "reaper r1", "left behind")).hasSize(2);

        assertThat(db.rows.state(running.task())).isEqualTo("CANCELED/WORKER_LOST");
        assertThat(db.rows.state(canceling.task())).isEqualTo("CANCELED/USER");
        assertThat(db.count("reservation")).isZero();
        assertThat(db.outcome(running)).isEqualTo("LOST");
        assertThat(orphans.find()).isEmpty();
        assertThat(orphans.settle(worker, "reaper r2", "left behind")).isEmpty();
    }

    @Test
    @Answers({"S13", "O11"})
    void attempts_whose_workers_row_was_deleted_are_found_and_settled() {
        AttemptKey key = db.rows.draft().exclusive("r1").running(worker);
        db.jdbc.sql("delete from worker").update();

        assertThat(orphans.find()).containsExactly(new Owner(worker, null, null, 1));
        orphans.settle(worker, "reaper r1", "no row");

        assertThat(db.rows.state(key.task())).isEqualTo("WAITING");
        assertThat(db.rows.reservations(key.task())).containsExactly("r1=W");
        assertThat(db.losses(key.task())).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"ALIVE", "DRAINING", "CONDEMNED"})
    void a_live_row_has_no_orphans_even_if_its_lease_ran_out(WorkerState state) {
        AttemptKey key = db.rows.draft().exclusive("r1").running(worker);
        db.rows.expireLease(worker);
        db.jdbc.sql("update worker set state = ?").params(state.name()).update();

        assertThat(orphans.find()).isEmpty();
        assertThat(orphans.settle(worker, "reaper r1", "seen before it registered"))
                .isEmpty();
        assertThat(db.rows.state(key.task())).isEqualTo("RUNNING");
    }

    /** P7, P15: the worker's own stop has settled everything; completed work stays completed. */
    @Test
    @Answers("P7")
    void a_graceful_stop_leaves_nothing_to_settle_twice() {
        AttemptKey done = db.rows.draft().exclusive("r1").running(worker);
        db.succeed(worker, done);
        AttemptKey open = db.rows.draft().exclusive("r2").onWorkerLost("CANCEL").running(worker);
        db.ends.stopped(worker, "worker w1", "SIGTERM", k -> AttemptEnd.stopped(k, Outcome.INTERRUPTED, "stopped"));

        assertThat(orphans.find()).isEmpty();
        assertThat(orphans.settle(worker, "reaper r1", "?")).isEmpty();

        assertThat(db.rows.state(done.task())).isEqualTo("SUCCEEDED");
        assertThat(db.rows.state(open.task())).isEqualTo("CANCELED/WORKER_SHUTDOWN");
        assertThat(db.rows.history(open.task())).endsWith("RUNNING>CANCELED").doesNotHaveDuplicates();
    }

    /** P9: the task may run elsewhere already; what is freed is freed by attempt, never by worker. */
    @Test
    @Answers("O18")
    void a_later_attempt_of_the_same_task_elsewhere_keeps_its_reservation() {
        AttemptKey first = db.rows.draft().exclusive("r1").running(worker);
        endOnlyTheRow(WorkerState.LOST);
        orphans.settle(worker, "reaper r1", "left behind");
        Incarnation other = db.rows.worker("w2", Duration.ofSeconds(10));
        AttemptKey second = db.rows.grant(first.task());
        assertThat(new dev.holdfast.store.claim.Claims(db.jdbc).claim(other, "worker w2", List.of(second)))
                .hasOnlyElementsOfType(dev.holdfast.store.claim.ClaimResult.Claimed.class);

        assertThat(orphans.settle(worker, "reaper r2", "left behind")).isEmpty();

        assertThat(db.rows.state(first.task())).isEqualTo("RUNNING");
        assertThat(db.rows.reservations(first.task())).containsExactly("r1=H");
    }

    private void endOnlyTheRow(WorkerState state) {
        db.jdbc
                .sql("update worker set state = ?, ended_at = clock_timestamp()")
                .params(state.name())
                .update();
    }
}
