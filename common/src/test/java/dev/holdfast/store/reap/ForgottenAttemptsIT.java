package dev.holdfast.store.reap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.verification.Answers;
import java.sql.Connection;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ForgottenAttemptsIT {

    private static ReapFixture db;

    private ForgottenAttempts forgotten;
    private Incarnation worker;

    @BeforeAll
    static void database() {
        db = new ReapFixture();
    }

    @BeforeEach
    void fresh() {
        db.empty();
        forgotten = new ForgottenAttempts(db.jdbc, db.transactions, db.settlements);
        worker = db.worker("w1");
    }

    @Test
    void an_attempt_missing_from_two_heartbeats_after_its_claim_goes_back_in_line_and_costs_nothing() {
        AttemptKey unheard = db.rows.draft().exclusive("r1").running(worker);
        AttemptKey known = db.rows.draft().exclusive("r2").running(worker);
        db.beat(worker, known);
        db.beat(worker, known);

        assertThat(forgotten.find()).containsExactly(worker);
        assertThat(forgotten.settle(worker, "reaper r1", "unknown")).hasSize(1);

        assertThat(db.rows.state(unheard.task())).isEqualTo("WAITING");
        assertThat(db.rows.reservations(unheard.task())).containsExactly("r1=W");
        assertThat(db.outcome(unheard)).isEqualTo("INTERRUPTED");
        assertThat(db.losses(unheard.task())).isZero();
        assertThat(db.rows.state(known.task())).isEqualTo("RUNNING");
        assertThat(forgotten.find()).isEmpty();
        assertThat(forgotten.settle(worker, "reaper r2", "unknown")).isEmpty();
    }

    /** The heartbeat was made before the claim was sent and stored after it: it could not know. */
    @Test
    void a_claim_in_flight_between_two_heartbeats_is_not_forgotten() {
        db.beat(worker);
        AttemptKey key = db.rows.draft().exclusive("r1").running(worker);
        db.beat(worker);

        assertThat(forgotten.find()).isEmpty();
        assertThat(forgotten.settle(worker, "reaper r1", "unknown")).isEmpty();
        assertThat(db.rows.state(key.task())).isEqualTo("RUNNING");
    }

    @Test
    void an_attempt_that_one_of_the_two_heartbeats_lists_is_not_forgotten() {
        AttemptKey key = db.rows.draft().running(worker);
        db.beat(worker);
        db.beat(worker, key);
        assertThat(forgotten.find()).isEmpty();

        db.beat(worker);
        assertThat(forgotten.find()).isEmpty();

        db.beat(worker);
        assertThat(forgotten.find()).containsExactly(worker);
    }

    @Test
    void the_same_task_under_another_number_is_another_attempt() {
        AttemptKey key = db.rows.draft().running(worker);
        AttemptKey before = new AttemptKey(key.task(), key.number() + 1);
        db.beat(worker, before);
        db.beat(worker, before);

        assertThat(forgotten.find()).containsExactly(worker);
    }

    @Test
    void a_heartbeat_between_the_look_and_the_settlement_is_heard() {
        AttemptKey key = db.rows.draft().running(worker);
        db.beat(worker);
        db.beat(worker);
        assertThat(forgotten.find()).containsExactly(worker);

        db.beat(worker, key);

        assertThat(forgotten.settle(worker, "reaper r1", "unknown")).isEmpty();
        assertThat(db.rows.state(key.task())).isEqualTo("RUNNING");
    }

    @Test
    @Answers("O18")
    void what_ended_meanwhile_stays_as_it_ended() {
        AttemptKey key = db.rows.draft().running(worker);
        db.beat(worker);
        db.beat(worker);
        db.succeed(worker, key);

        assertThat(forgotten.settle(worker, "reaper r1", "unknown")).isEmpty();
        assertThat(db.rows.state(key.task())).isEqualTo("SUCCEEDED");
    }

    @Test
    void a_worker_whose_row_has_ended_or_was_revoked_is_not_judged_by_its_list() {
        db.rows.draft().running(worker);
        db.beat(worker);
        db.beat(worker);
        db.jdbc.sql("update worker set state = 'CONDEMNED'").update();

        assertThat(forgotten.find()).isEmpty();
        assertThat(forgotten.settle(worker, "reaper r1", "unknown")).isEmpty();
    }

    /** Claims take FOR KEY SHARE: a settlement that waits must not stop the worker from claiming. */
    @Test
    void a_claim_in_progress_does_not_hold_up_the_settlement() throws Exception {
        AttemptKey unheard = db.rows.draft().running(worker);
        db.beat(worker);
        db.beat(worker);
        try (Connection claim = db.dataSource.getConnection()) {
            claim.setAutoCommit(false);
            claim.createStatement().execute("select from worker for key share");

            assertThat(forgotten.settle(worker, "reaper r1", "unknown")).hasSize(1);
            claim.rollback();
        }
        assertThat(db.rows.state(unheard.task())).isEqualTo("WAITING");
    }
}
