package dev.holdfast.store.reap;

import dev.holdfast.backing.Backing;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.TaskRows;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.store.worker.Heartbeats;
import dev.holdfast.store.worker.WorkerEnds;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A database with a worker in it, and what the tests of this package do to both. */
final class ReapFixture {

    static final Duration TTL = Duration.ofSeconds(60);

    final DataSource dataSource = Backing.database().dataSource();
    final JdbcClient jdbc = JdbcClient.create(dataSource);
    final TransactionTemplate transactions = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
    final Settlements settlements = new Settlements(jdbc);
    final WorkerEnds ends = new WorkerEnds(jdbc, transactions, settlements);
    final Heartbeats heartbeats = new Heartbeats(jdbc);
    final TaskRows rows = new TaskRows(jdbc);

    void empty() {
        TaskRows.inEmptyTables(jdbc);
    }

    Incarnation worker(String name) {
        return rows.worker(name, TTL);
    }

    void beat(Incarnation worker, AttemptKey... running) {
        heartbeats.beat(worker, Set.of(running));
    }

    void succeed(Incarnation worker, AttemptKey key) {
        settlements.end(worker, "worker", "", List.of(AttemptEnd.succeeded(key, "1")));
    }

    /** Moves all that the worker's row and the task's live row say of times into the past. */
    void age(Duration by) {
        for (String column : List.of(
                "task_live.claimed_at",
                "task_live.overdue_at",
                "task_live.since",
                "task_done.finished_at",
                "attempt.ended_at",
                "worker.ended_at",
                "worker.started_at",
                "idempotency_key.created_at")) {
            String[] name = column.split("\\.", -1);
            jdbc.sql("update %s set %s = %s - make_interval(secs => ?)".formatted(name[0], name[1], name[1]))
                    .params(by.toMillis() / 1000.0)
                    .update();
        }
    }

    String workerState(Incarnation worker) {
        return jdbc.sql("select state from worker where incarnation = ?")
                .params(worker.id())
                .query(String.class)
                .single();
    }

    int losses(TaskId task) {
        return jdbc.sql("select losses from task_overview where id = ?")
                .params(task.value())
                .query(Integer.class)
                .single();
    }

    String outcome(AttemptKey key) {
        return jdbc.sql("select outcome from attempt where task_id = ? and number = ?")
                .params(key.task().value(), key.number())
                .query(String.class)
                .single();
    }

    int count(String table) {
        return jdbc.sql("select count(*) from " + table).query(Integer.class).single();
    }
}
