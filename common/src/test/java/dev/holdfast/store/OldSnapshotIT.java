package dev.holdfast.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.backing.Backing;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.claim.Claims;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.store.worker.Heartbeats;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.verification.Answers;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * A transaction that somebody left open keeps every dead row alive, here for as long as a worker needs for 300 heartbeats: ten
 * minutes. In pages, so that a busy machine does not matter.
 */
class OldSnapshotIT {

    private static final int ROUNDS = 150;
    private static final int MEASURED = 10;

    private final DataSource dataSource = Backing.database().dataSource();

    @Test
    @Answers("O36")
    void claims_and_ends_cost_what_they_did_and_a_heartbeat_little_more() throws Exception {
        try (Connection foreign = dataSource.getConnection();
                Statement old = foreign.createStatement();
                Connection connection = dataSource.getConnection()) {
            JdbcClient jdbc = JdbcClient.create(new SingleConnectionDataSource(connection, true));
            TaskRows rows = new TaskRows(jdbc);
            Incarnation worker = rows.worker("w1", Duration.ofMinutes(30));
            work(jdbc, rows, worker, 20);
            Pages before = Pages.of(jdbc, () -> work(jdbc, rows, worker, MEASURED));

            old.execute("set idle_in_transaction_session_timeout = 0");
            foreign.setAutoCommit(false);
            foreign.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            old.execute("select count(*) from task");
            work(jdbc, rows, worker, ROUNDS);
            Pages bloated = Pages.of(jdbc, () -> work(jdbc, rows, worker, MEASURED));
            foreign.rollback();

            assertThat(bloated.tasks()).as("before: %s", before).isLessThan(2 * before.tasks());
            // The worker's row is looked at four times in a round: by two heartbeats, the claim and the end.
            assertThat(bloated.worker()).as("before: %s", before).isLessThan(4 * MEASURED * 60);
        }
    }

    /** Pages looked at, each time one was. */
    private record Pages(long tasks, long worker) {

        static Pages of(JdbcClient jdbc, Runnable work) {
            Pages before = read(jdbc);
            work.run();
            Pages after = read(jdbc);
            return new Pages(after.tasks - before.tasks, after.worker - before.worker);
        }

        private static Pages read(JdbcClient jdbc) {
            jdbc.sql("select pg_stat_force_next_flush()")
                    .query((rs, row) -> row)
                    .list();
            return new Pages(read(jdbc, "task_live", "reservation"), read(jdbc, "worker"));
        }

        private static long read(JdbcClient jdbc, String... tables) {
            return jdbc.sql("select sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0))"
                            + " from pg_statio_user_tables where relname = any (:tables)")
                    .param("tables", tables)
                    .query(Long.class)
                    .single();
        }
    }

    /** A claim, heartbeats while it runs, an end. */
    private static void work(JdbcClient jdbc, TaskRows rows, Incarnation worker, int times) {
        Heartbeats heartbeats = new Heartbeats(jdbc);
        Claims claims = new Claims(jdbc);
        Settlements settlements = new Settlements(jdbc);
        for (int i = 0; i < times; i++) {
            AttemptKey key = rows.draft().exclusive("r" + i).queued();
            claims.claim(worker, "w1", List.of(key));
            heartbeats.beat(worker, Set.of(key));
            heartbeats.beat(worker, Set.of(key));
            settlements.end(worker, "worker w1", "", List.of(AttemptEnd.succeeded(key, "1")));
        }
    }
}
