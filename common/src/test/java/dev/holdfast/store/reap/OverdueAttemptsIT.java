package dev.holdfast.store.reap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.reap.OverdueAttempts.Enforced;
import dev.holdfast.store.reap.OverdueAttempts.Grace;
import dev.holdfast.store.worker.HeartbeatAnswer;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.verification.Answers;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OverdueAttemptsIT {

    private static final Grace GRACE = new Grace(Duration.ofSeconds(15), Duration.ofSeconds(45));
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static ReapFixture db;

    private OverdueAttempts overdue;
    private Incarnation worker;

    @BeforeAll
    static void database() {
        db = new ReapFixture();
    }

    @BeforeEach
    void fresh() {
        db.empty();
        overdue = new OverdueAttempts(db.jdbc, db.transactions, db.settlements);
        worker = db.worker("w1");
    }

    /** F6: nobody settles it while its code may run; the lease is revoked, and it is settled when that has run out. */
    @Test
    @Answers("O17")
    void an_attempt_that_holds_resources_and_would_not_stop_condemns_its_worker() {
        AttemptKey culprit = db.rows.draft().timeout(TIMEOUT).exclusive("r1").running(worker);
        AttemptKey neighbour = db.rows.draft().exclusive("r2").running(worker);
        afterTimeoutPlus(Duration.ofSeconds(15), culprit, neighbour);

        assertThat(overdue.find(GRACE)).extracting(o -> o.key()).containsExactly(culprit);
        assertThat(enforce().condemned()).isTrue();
        assertThat(enforce()).isEqualTo(new Enforced(false, java.util.List.of()));

        assertThat(db.workerState(worker)).isEqualTo("CONDEMNED");
        assertThat(db.rows.state(culprit.task())).isEqualTo("RUNNING");
        assertThat(db.rows.reservations(culprit.task())).containsExactly("r1=H");
        assertThat(db.heartbeats.beat(worker, Set.of(culprit))).isInstanceOf(HeartbeatAnswer.Ended.class);
        assertThat(db.ends.silent(worker, 1, "reaper r1", "condemned")).isEmpty();

        db.rows.expireLease(worker);
        assertThat(db.ends.silent(worker, 1, "reaper r1", "condemned").orElseThrow())
                .hasSize(2);
        assertThat(db.rows.state(culprit.task())).isEqualTo("FAILED/TIMEOUT");
        assertThat(db.rows.state(neighbour.task())).isEqualTo("WAITING");
        assertThat(db.outcome(neighbour)).isEqualTo("INTERRUPTED");
        assertThat(db.losses(neighbour.task())).isZero();
    }

    @Test
    void an_attempt_that_holds_nothing_is_ended_at_once_and_its_worker_goes_on() {
        AttemptKey key = db.rows.draft().timeout(TIMEOUT).running(worker);
        afterTimeoutPlus(Duration.ofSeconds(15), key);

        assertThat(enforce().condemned()).isFalse();

        assertThat(db.rows.state(key.task())).isEqualTo("FAILED/TIMEOUT");
        assertThat(db.workerState(worker)).isEqualTo("ALIVE");
    }

    @Test
    void a_worker_has_its_grace_first_and_a_draining_one_has_more() {
        AttemptKey key = db.rows.draft().timeout(TIMEOUT).exclusive("r1").running(worker);
        afterTimeoutPlus(Duration.ofSeconds(5), key);
        assertThat(overdue.find(GRACE)).isEmpty();
        assertThat(enforce().condemned()).isFalse();

        db.heartbeats.drain(worker);
        db.age(Duration.ofSeconds(20));
        db.beat(worker, key);
        assertThat(enforce().condemned()).isFalse();

        db.age(Duration.ofSeconds(25));
        db.beat(worker, key);
        assertThat(enforce().condemned()).isTrue();
    }

    @Test
    @Answers("O30")
    void a_cancel_is_enforced_on_an_attempt_that_holds_resources_and_on_no_other() {
        AttemptKey holding = db.rows.draft().exclusive("r1").running(worker);
        AttemptKey free = db.rows.draft().running(worker);
        db.jdbc
                .sql("update task_live set state = 'CANCELING', since = clock_timestamp()")
                .update();
        db.age(Duration.ofSeconds(16));
        db.beat(worker, holding, free);

        assertThat(enforce().condemned()).isTrue();
        assertThat(db.rows.state(free.task())).isEqualTo("CANCELING");

        db.rows.expireLease(worker);
        db.ends.silent(worker, 1, "reaper r1", "condemned");
        assertThat(db.rows.state(holding.task())).isEqualTo("CANCELED/USER");
    }

    @Test
    @Answers({"S6", "S22", "O16"})
    void a_running_attempt_within_its_timeout_is_left_alone_however_long_it_runs() {
        AttemptKey key = db.rows.draft().exclusive("r1").running(worker);
        db.age(Duration.ofHours(23));
        db.beat(worker, key);

        assertThat(overdue.find(GRACE)).isEmpty();
        assertThat(enforce().condemned()).isFalse();
    }

    /** A silent worker is nobody to ask: it is judged by its lease. One that does not list the attempt has forgotten it. */
    @Test
    void only_a_worker_that_was_asked_and_still_lists_the_attempt_is_condemned() {
        AttemptKey key = db.rows.draft().timeout(TIMEOUT).exclusive("r1").running(worker);
        db.beat(worker, key);
        db.age(TIMEOUT.plusSeconds(20));
        assertThat(overdue.find(GRACE)).hasSize(1);
        db.jdbc
                .sql("update worker set heartbeat_at = heartbeat_at - interval '10 s'")
                .update();
        assertThat(overdue.find(GRACE)).isEmpty();

        db.beat(worker);
        assertThat(overdue.find(GRACE)).isEmpty();
    }

    @Test
    @Answers("O18")
    void a_culprit_that_ended_meanwhile_condemns_nobody() {
        AttemptKey key = db.rows.draft().timeout(TIMEOUT).exclusive("r1").running(worker);
        afterTimeoutPlus(Duration.ofSeconds(15), key);
        assertThat(overdue.find(GRACE)).hasSize(1);
        db.succeed(worker, key);

        assertThat(enforce().condemned()).isFalse();
        assertThat(db.workerState(worker)).isEqualTo("ALIVE");
    }

    private Enforced enforce() {
        return overdue.enforce(worker, GRACE, "reaper r1", "would not stop");
    }

    private void afterTimeoutPlus(Duration grace, AttemptKey... running) {
        db.age(TIMEOUT.plus(grace));
        db.beat(worker, running);
    }
}
