package dev.holdfast.store.reap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Outcome;
import dev.holdfast.task.TaskId;
import dev.holdfast.verification.Answers;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RetentionIT {

    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration QUARTER = Duration.ofDays(90);

    private static ReapFixture db;

    private Retention retention;
    private Incarnation worker;

    @BeforeAll
    static void database() {
        db = new ReapFixture();
    }

    @BeforeEach
    void fresh() {
        db.empty();
        retention = new Retention(db.jdbc);
        worker = db.worker("w1");
    }

    @Test
    void a_finished_task_goes_after_a_week_with_all_that_belongs_to_it() {
        AttemptKey old = succeeded();
        db.jdbc
                .sql("insert into task_progress (task_id, attempt, percent) values (?, 1, 100)")
                .params(old.task().value())
                .update();
        db.age(WEEK.minusSeconds(60));
        assertThat(finished()).isZero();

        db.age(Duration.ofSeconds(120));
        AttemptKey young = succeeded();
        assertThat(finished()).isEqualTo(1);

        assertThat(db.jdbc
                        .sql("select id from task")
                        .query(java.util.UUID.class)
                        .list())
                .containsExactly(young.task().value());
        assertThat(db.count("task_done")).isEqualTo(1);
        assertThat(db.count("attempt")).isEqualTo(1);
        assertThat(db.count("task_progress")).isZero();
        assertThat(db.rows.history(old.task())).isEmpty();
        assertThat(db.rows.history(young.task())).isNotEmpty();
    }

    @Test
    @Answers("S16")
    void a_task_with_a_lost_attempt_is_kept_for_a_quarter_of_a_year_with_its_history_and_its_worker() {
        AttemptKey lost = db.rows.draft().maxLost(1).running(worker);
        db.ends.lost(worker, true, "reaper r1", "dead");
        db.age(QUARTER.minusSeconds(60));

        assertThat(finished()).isZero();
        assertThat(retention.endedWorkers(WEEK, 10)).isZero();
        assertThat(db.rows.history(lost.task())).isNotEmpty();

        db.age(Duration.ofSeconds(120));
        assertThat(finished()).isEqualTo(1);
        assertThat(retention.endedWorkers(WEEK, 10)).isEqualTo(1);
        assertThat(db.count("attempt")).isZero();
    }

    @Test
    void no_row_of_an_unfinished_task_is_deleted_however_old() {
        TaskId waiting = db.rows.draft().exclusive("r1").waiting();
        AttemptKey running = db.rows.draft().exclusive("r2").running(worker);
        AttemptKey again = db.rows.draft().running(worker);
        db.settlements.end(worker, "worker", "", List.of(AttemptEnd.stopped(again, Outcome.LOST, "lost")));
        db.jdbc
                .sql("update worker set state = 'LOST', ended_at = clock_timestamp()")
                .update();
        db.age(QUARTER.multipliedBy(4));

        assertThat(finished()).isZero();
        assertThat(retention.endedWorkers(WEEK, 10)).isZero();
        assertThat(db.count("task")).isEqualTo(3);
        assertThat(db.rows.history(waiting)).hasSize(1);
        assertThat(db.rows.history(running.task())).hasSize(2);
        assertThat(db.count("attempt")).isEqualTo(1);
    }

    @Test
    void a_task_that_was_retried_goes_and_its_successor_stays() {
        AttemptKey old = succeeded();
        db.age(WEEK.plusDays(1));
        AttemptKey successor = succeeded();
        db.jdbc
                .sql("update task set retry_of = ? where id = ?")
                .params(old.task().value(), successor.task().value())
                .update();

        assertThat(finished()).isEqualTo(1);
        assertThat(db.jdbc
                        .sql("select count(*) from task where retry_of is null")
                        .query(Integer.class)
                        .single())
                .isEqualTo(1);
    }

    @Test
    void a_batch_is_bounded_and_leaves_locked_rows_for_the_next_time() throws Exception {
        AttemptKey held = succeeded();
        succeeded();
        succeeded();
        db.age(WEEK.plusDays(1));
        try (Connection reader = db.dataSource.getConnection()) {
            reader.setAutoCommit(false);
            reader.createStatement().execute("select from task_done where id = '%s' for update".formatted(held.task()));

            assertThat(retention.finishedTasks(WEEK, QUARTER, 1)).isEqualTo(1);
            assertThat(finished()).isEqualTo(1);
            reader.rollback();
        }
        assertThat(finished()).isEqualTo(1);
    }

    @Test
    void idempotency_keys_go_after_a_week() {
        key("old");
        db.age(WEEK.plusSeconds(60));
        key("young");

        assertThat(retention.idempotencyKeys(WEEK, 10)).isEqualTo(1);
        assertThat(db.jdbc
                        .sql("select key from idempotency_key")
                        .query(String.class)
                        .list())
                .containsExactly("young");
    }

    @Test
    void a_workers_row_goes_a_week_after_its_end_and_never_while_it_lives() {
        Incarnation stopped = db.worker("w2");
        db.ends.stopped(stopped, "worker w2", "SIGTERM", k -> AttemptEnd.stopped(k, Outcome.INTERRUPTED, "stopped"));
        db.age(WEEK.minusSeconds(60));
        assertThat(retention.endedWorkers(WEEK, 10)).isZero();

        db.age(Duration.ofSeconds(120));
        assertThat(retention.endedWorkers(WEEK, 10)).isEqualTo(1);
        assertThat(db.workerState(worker)).isEqualTo("ALIVE");
    }

    private AttemptKey succeeded() {
        AttemptKey key = db.rows.draft().exclusive("r").running(worker);
        db.succeed(worker, key);
        return key;
    }

    private int finished() {
        return retention.finishedTasks(WEEK, QUARTER, 10);
    }

    private void key(String key) {
        db.jdbc
                .sql("insert into idempotency_key (caller, key, body_sha256, task_ids) values ('me', ?, '', '{}')")
                .params(key)
                .update();
    }
}
