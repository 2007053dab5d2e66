package dev.holdfast.reaper.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.backing.Backing;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.TaskRows;
import dev.holdfast.store.reap.OrphanedAttempts;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.verification.Answers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class OrphanSweepIT {

    private static final Duration TTL = Duration.ofSeconds(10);

    private final AtomicLong clock = new AtomicLong(1);
    private final AtomicLong freed = new AtomicLong();
    private JdbcClient jdbc;
    private TaskRows rows;
    private OrphanSweep sweep;
    private AttemptKey key;

    @BeforeEach
    void fresh() {
        var dataSource = Backing.database().dataSource();
        jdbc = JdbcClient.create(dataSource);
        rows = new TaskRows(jdbc);
        OrphanedAttempts orphans = new OrphanedAttempts(
                jdbc, new TransactionTemplate(new DataSourceTransactionManager(dataSource)), new Settlements(jdbc));
        sweep = new OrphanSweep(
                orphans,
                "reaper r1",
                TTL,
                Duration.ofSeconds(3),
                clock::get,
                freed::incrementAndGet,
                new SimpleMeterRegistry());
        Incarnation worker = rows.worker("w1", TTL);
        key = rows.draft().exclusive("r1").running(worker);
    }

    /** P8: whoever ended the row said that the process is gone. */
    @Test
    void what_an_ended_row_left_behind_is_settled_at_once() {
        jdbc.sql("update worker set state = 'STOPPED', ended_at = clock_timestamp()")
                .update();

        sweep.sweep();

        assertThat(rows.state(key.task())).isEqualTo("WAITING");
        assertThat(freed).hasValue(1);
    }

    /** The process may still run until it finds its row gone. */
    @Test
    @Answers("O11")
    void where_the_row_is_gone_a_whole_ttl_is_watched_first() {
        jdbc.sql("delete from worker").update();

        for (int second = 0; second < 10; second++) {
            sweep.sweep();
            clock.addAndGet(Duration.ofSeconds(1).toNanos());
            assertThat(rows.state(key.task())).as("after %s s", second).isEqualTo("RUNNING");
        }
        sweep.sweep();

        assertThat(rows.state(key.task())).isEqualTo("WAITING");
    }
}
