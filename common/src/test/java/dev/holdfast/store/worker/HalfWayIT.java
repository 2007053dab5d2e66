package dev.holdfast.store.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.backing.Backing;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.TaskRows;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.verification.Answers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** The database session of whoever settles is gone at the moment at which one of the tables is written. */
class HalfWayIT {

    private static final List<String> TABLES = List.of(
            "worker", "task_live", "task_done", "attempt", "reservation", "grant_mark", "history", "stale_message");

    private static final DataSource dataSource = Backing.database().dataSource();
    private static final JdbcClient jdbc = JdbcClient.create(dataSource);

    private final TaskRows rows = new TaskRows(jdbc);
    private final Settlements settlements = new Settlements(jdbc);
    private final WorkerEnds ends =
            new WorkerEnds(jdbc, new TransactionTemplate(new DataSourceTransactionManager(dataSource)), settlements);
    private Incarnation worker;
    private AttemptKey resubmit;
    private AttemptKey cancel;
    private AttemptKey tooOften;

    @BeforeAll
    static void how_a_session_dies() {
        jdbc.sql("create function die() returns trigger language plpgsql as"
                        + " 'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'")
                .update();
    }

    @BeforeEach
    void three_kinds_of_tasks_of_one_worker() {
        jdbc.sql("truncate " + String.join(", ", TABLES) + ", task cascade").update();
        worker = rows.worker("w1", Duration.ofMinutes(10));
        resubmit = rows.draft().exclusive("r1").maxAttempts(3).running(worker);
        cancel = rows.draft().shared("r2").onWorkerLost("CANCEL").running(worker);
        tooOften = rows.draft().exclusive("r3").maxLost(1).running(worker);
    }

    @AfterEach
    void live() {
        TABLES.forEach(this::heal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"worker", "task_live", "task_done", "attempt", "reservation", "grant_mark", "history"})
    @Answers("S23")
    void a_settlement_killed_at_any_of_its_writes_leaves_nothing_and_the_next_does_it_whole(String table) {
        Map<String, String> before = contents();

        dieWriting(table);
        assertThatThrownBy(() -> ends.lost(worker, true, "reaper r1", "no heartbeat"))
                .isInstanceOfAny(DataAccessException.class, TransactionException.class);
        assertThat(contents()).isEqualTo(before);

        heal(table);
        assertThat(ends.lost(worker, true, "reaper r2", "no heartbeat").orElseThrow())
                .hasSize(3);
        assertThat(rows.state(resubmit.task())).isEqualTo("WAITING");
        assertThat(rows.state(cancel.task())).isEqualTo("CANCELED/WORKER_LOST");
        assertThat(rows.state(tooOften.task())).isEqualTo("FAILED/WORKER_LOST");
        assertThat(jdbc.sql("select resource || cast(status as text) from reservation")
                        .query(String.class)
                        .list())
                .containsExactly("r1W");
        assertThat(rows.history(resubmit.task())).containsExactly(">WAITING", "QUEUED>RUNNING", "RUNNING>WAITING");
    }

    @ParameterizedTest
    @ValueSource(strings = {"task_live", "attempt", "reservation", "grant_mark", "history"})
    @Answers({"A1", "O10"})
    void a_retry_killed_at_any_of_its_writes_is_no_retry_and_the_next_is_one(String table) {
        Map<String, String> before = contents();
        List<AttemptEnd> failed = List.of(AttemptEnd.failed(resubmit, "no luck", true));

        dieWriting(table);
        assertThatThrownBy(() -> settlements.end(worker, "worker w1", "", failed))
                .isInstanceOf(DataAccessException.class);
        assertThat(contents()).isEqualTo(before);

        heal(table);
        assertThat(settlements.end(worker, "worker w1", "", failed)).hasSize(1);
        assertThat(rows.state(resubmit.task())).isEqualTo("SCHEDULED");
        assertThat(rows.reservations(resubmit.task())).containsExactly("r1=P");
        assertThat(settlements.end(worker, "worker w1", "", failed)).isEmpty();
        assertThat(rows.history(resubmit.task())).containsExactly(">WAITING", "QUEUED>RUNNING", "RUNNING>SCHEDULED");
    }

    private void dieWriting(String table) {
        jdbc.sql("create trigger die after insert or update or delete on " + table
                        + " for each row execute function die()")
                .update();
    }

    private void heal(String table) {
        jdbc.sql("drop trigger if exists die on " + table).update();
    }

    private static Map<String, String> contents() {
        Map<String, String> contents = new TreeMap<>();
        for (String table : TABLES) {
            contents.put(
                    table,
                    jdbc.sql("select coalesce(string_agg(cast(t as text), ';' order by cast(t as text)), '') from "
                                    + table + " t")
                            .query(String.class)
                            .single());
        }
        return contents;
    }
}
