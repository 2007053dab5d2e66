package dev.holdfast.store.reap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.Sql;
import dev.holdfast.task.AttemptKey;
import java.sql.Types;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sweep runs each second: it may cost what runs, never what waits. */
class SweepPlansIT {

    private static final int BACKLOG = 30_000;

    private static ReapFixture db;

    @BeforeAll
    static void backlog() {
        db = new ReapFixture();
        Incarnation worker = db.worker("w1");
        AttemptKey key = db.rows.draft().exclusive("r1").running(worker);
        db.jdbc.sql("""
                insert into task (id, type, queue, payload, priority, timeout_ms, max_attempts, max_lost, on_worker_lost,
                  backoff_initial_ms, backoff_max_ms, backoff_factor, backoff_jitter)
                select gen_random_uuid(), type, queue, payload, priority, timeout_ms, max_attempts, max_lost, on_worker_lost,
                  backoff_initial_ms, backoff_max_ms, backoff_factor, backoff_jitter
                from task, generate_series(1, ?) where id = ?""").params(BACKLOG, key.task().value()).update();
        db.jdbc.sql("""
                insert into task_live (id, route, state, urgency, place, resources, wait)
                select t.id, l.route, 'WAITING', 9, nextval('place'), 0, 'C'
                from task t, task_live l where t.id <> l.id""").update();
    }

    @ParameterizedTest
    @CsvSource({
        "orphans, false",
        "orphans, true",
        "forgotten, false",
        "forgotten, true",
        "overdue, false",
        "overdue, true"
    })
    void a_sweep_reads_what_runs_and_not_what_waits(String statement, boolean analyzed) {
        if (analyzed) {
            db.jdbc.sql("analyze task_live, worker").update();
        }
        List<String> plan = db.jdbc
                .sql("explain " + Sql.of(OrphanedAttempts.class, statement))
                .param("incarnation", null, Types.OTHER)
                .param("alive_s", 15.0)
                .param("draining_s", 45.0)
                .query(String.class)
                .list();

        assertThat(String.join("\n", plan)).contains("task_live_owner").doesNotContain("Seq Scan on task_live");
    }
}
