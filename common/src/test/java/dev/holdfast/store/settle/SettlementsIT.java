package dev.holdfast.store.settle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.backing.Backing;
import dev.holdfast.event.TaskTransition;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.TaskRows;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Outcome;
import dev.holdfast.task.Reason;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import dev.holdfast.verification.Answers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;

class SettlementsIT {

    private static DataSource dataSource;
    private static JdbcClient jdbc;

    private TaskRows rows;
    private Settlements settlements;
    private Incarnation worker;

    @BeforeAll
    static void database() {
        dataSource = Backing.database().dataSource();
        jdbc = JdbcClient.create(dataSource);
    }

    @BeforeEach
    void fresh() {
        rows = TaskRows.inEmptyTables(jdbc);
        settlements = new Settlements(jdbc);
        worker = rows.worker("w1", Duration.ofMinutes(10));
    }

    private List<TaskTransition> end(AttemptEnd end) {
        return settlements.end(worker, "worker w1", "", List.of(end));
    }

    @Test
    void a_success_ends_the_task_its_reservations_and_its_attempt_at_once() {
        AttemptKey key = rows.draft().exclusive("r1").shared("r2").running(worker);

        List<TaskTransition> transitions = end(AttemptEnd.succeeded(key, "{\"ok\":true}"));

        assertThat(transitions)
                .containsExactly(new TaskTransition(key.task(), TaskState.RUNNING, TaskState.SUCCEEDED, 1, null));
        assertThat(rows.state(key.task())).isEqualTo("SUCCEEDED");
        assertThat(rows.reservations(key.task())).isEmpty();
        assertThat(rows.marks()).containsExactlyInAnyOrder("r1", "r2");
        assertThat(rows.history(key.task())).containsExactly(">WAITING", "QUEUED>RUNNING", "RUNNING>SUCCEEDED");
        assertThat(jdbc.sql("select outcome from attempt").query(String.class).list())
                .containsExactly("SUCCEEDED");
        assertThat(jdbc.sql("select count(*) from task_live")
                        .query(Integer.class)
                        .single())
                .isZero();
    }

    @Test
    @Answers("S12")
    void an_attempt_that_was_ended_before_changes_nothing_any_more() {
        AttemptKey key = rows.draft().exclusive("r1").running(worker);
        end(AttemptEnd.stopped(key, Outcome.LOST, "gone"));
        AttemptKey second = rows.grant(key.task());

        assertThat(end(AttemptEnd.succeeded(key, null))).isEmpty();

        assertThat(second.number()).isEqualTo(2);
        assertThat(rows.state(key.task())).isEqualTo("QUEUED");
        assertThat(rows.reservations(key.task())).containsExactly("r1=H");
    }

    @Test
    void the_end_of_an_earlier_attempt_leaves_a_later_one_of_the_same_worker_alone() {
        AttemptKey first = rows.draft().exclusive("r1").running(worker);
        end(AttemptEnd.stopped(first, Outcome.INTERRUPTED, "the answer to its claim was not heard"));
        claim(rows.grant(first.task()));

        assertThat(end(AttemptEnd.succeeded(first, null))).isEmpty();

        assertThat(rows.state(first.task())).isEqualTo("RUNNING");
        assertThat(rows.reservations(first.task())).containsExactly("r1=H");
    }

    @Test
    void the_end_of_one_attempt_frees_nothing_that_its_worker_holds_for_another() {
        AttemptKey done = rows.draft().exclusive("r1").running(worker);
        AttemptKey other = rows.draft().exclusive("r2").running(worker);

        end(AttemptEnd.succeeded(done, null));

        assertThat(rows.reservations(done.task())).isEmpty();
        assertThat(rows.reservations(other.task())).containsExactly("r2=H");
    }

    @Test
    @Answers("O12")
    void another_incarnation_cannot_end_an_attempt() {
        AttemptKey key = rows.draft().exclusive("r1").running(worker);
        Incarnation other = rows.worker("w2", Duration.ofMinutes(10));

        assertThat(settlements.end(other, "worker w2", "", List.of(AttemptEnd.succeeded(key, null))))
                .isEmpty();

        assertThat(rows.state(key.task())).isEqualTo("RUNNING");
    }

    @Test
    @Answers({"A1", "A14"})
    void a_failure_with_attempts_left_waits_out_its_back_off_and_holds_nothing() {
        AttemptKey key = rows.draft().exclusive("r1").maxAttempts(2).running(worker);

        end(AttemptEnd.failed(key, "no luck", true));

        assertThat(rows.state(key.task())).isEqualTo("SCHEDULED");
        assertThat(rows.reservations(key.task())).containsExactly("r1=P");
        assertThat(rows.marks()).containsExactly("r1");
        assertThat(jdbc.sql("select due_at - since from task_live")
                        .query(String.class)
                        .single())
                .isEqualTo("00:00:01");
    }

    @ParameterizedTest
    @CsvSource({"FAILED, FAILED/ERROR", "TIMED_OUT, FAILED/TIMEOUT", "CANCELED, CANCELED/USER"})
    @Answers("A14")
    void without_attempts_left_the_reason_tells_what_happened(Outcome outcome, String end) {
        AttemptKey key = rows.draft().running(worker);

        end(new AttemptEnd(key, outcome, null, "because", true));

        assertThat(rows.state(key.task())).isEqualTo(end);
    }

    @Test
    void a_failure_that_may_not_be_tried_again_is_final_whatever_attempts_are_left() {
        AttemptKey key = rows.draft().maxAttempts(5).running(worker);

        end(AttemptEnd.failed(key, "wrong input", false));

        assertThat(rows.state(key.task())).isEqualTo("FAILED/ERROR");
    }

    @Test
    @Answers("S21")
    void a_lost_task_returns_to_its_old_place_until_it_was_lost_too_often() {
        TaskId id = rows.draft().exclusive("r1").maxLost(2).waiting();
        Long place = jdbc.sql("select place from task_live").query(Long.class).single();

        lose(rows.grant(id));
        assertThat(rows.state(id)).isEqualTo("WAITING");
        assertThat(rows.reservations(id)).containsExactly("r1=W");
        assertThat(jdbc.sql("select place from task_live").query(Long.class).single())
                .isEqualTo(place);
        assertThat(jdbc.sql("select suspect from task_live")
                        .query(Boolean.class)
                        .single())
                .isTrue();

        lose(rows.grant(id));
        assertThat(rows.state(id)).isEqualTo("FAILED/WORKER_LOST");
        assertThat(rows.reservations(id)).isEmpty();
        assertThat(jdbc.sql("select decision from attempt order by number")
                        .query(String.class)
                        .list())
                .containsExactly("back in line, loss 1 of 2", "ended as FAILED, loss 2 of 2");
    }

    @Test
    void a_loss_is_forgiven_for_each_24_hours_of_running() {
        TaskId id = rows.draft().maxLost(2).waiting();
        lose(rows.grant(id));
        AttemptKey long_run = rows.grant(id);
        claim(long_run);
        jdbc.sql("update task_live set claimed_at = claimed_at - interval '25 hours'")
                .update();

        end(AttemptEnd.stopped(long_run, Outcome.LOST, "gone"));

        assertThat(rows.state(id)).isEqualTo("WAITING");
        assertThat(jdbc.sql("select losses from task_live").query(Integer.class).single())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"LOST, CANCELED/WORKER_LOST", "INTERRUPTED, CANCELED/WORKER_SHUTDOWN"})
    @Answers("P18")
    void a_task_that_wants_no_second_run_is_canceled_with_a_reason_of_its_own(Outcome outcome, String end) {
        AttemptKey key = rows.draft().exclusive("r1").onWorkerLost("CANCEL").running(worker);

        end(AttemptEnd.stopped(key, outcome, "gone"));

        assertThat(rows.state(key.task())).isEqualTo(end);
        assertThat(rows.reservations(key.task())).isEmpty();
    }

    @Test
    void an_interruption_spends_no_budget() {
        AttemptKey key = rows.draft().maxLost(1).maxAttempts(1).running(worker);

        end(AttemptEnd.stopped(key, Outcome.INTERRUPTED, "shutdown"));

        assertThat(rows.state(key.task())).isEqualTo("WAITING");
        assertThat(jdbc.sql("select failures + losses from task_live")
                        .query(Integer.class)
                        .single())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "SUCCEEDED, SUCCEEDED",
        "FAILED, CANCELED/USER",
        "TIMED_OUT, CANCELED/USER",
        "LOST, CANCELED/USER",
        "INTERRUPTED, CANCELED/USER",
        "CANCELED, CANCELED/USER"
    })
    @Answers("O29")
    void a_canceling_task_succeeds_only_if_it_really_did_and_is_never_retried(Outcome outcome, String end) {
        AttemptKey key = rows.draft().exclusive("r1").maxAttempts(9).running(worker);
        jdbc.sql("update task_live set state = 'CANCELING'").update();

        end(new AttemptEnd(key, outcome, null, "x", true));

        assertThat(rows.state(key.task())).isEqualTo(end);
        assertThat(rows.reservations(key.task())).isEmpty();
    }

    @Test
    void a_task_whose_route_is_closed_is_parked_and_stands_in_no_line() {
        AttemptKey key = rows.draft().exclusive("r1").running(worker);
        jdbc.sql("update route set served = false").update();

        end(AttemptEnd.stopped(key, Outcome.LOST, "gone"));

        assertThat(jdbc.sql("select wait from task_live").query(String.class).single())
                .isEqualTo("P");
        assertThat(rows.reservations(key.task())).containsExactly("r1=P");
        jdbc.sql("update route set served = true").update();
    }

    @Test
    void a_queued_attempt_that_is_taken_back_leaves_its_message_on_record() {
        AttemptKey key = rows.draft().exclusive("r1").queued();

        settlements.takeBack("dispatcher d1", Reason.PAUSED, List.of(key));

        assertThat(rows.state(key.task())).isEqualTo("WAITING");
        assertThat(rows.reservations(key.task())).containsExactly("r1=W");
        assertThat(jdbc.sql("select attempt from stale_message")
                        .query(Integer.class)
                        .list())
                .containsExactly(1);
        assertThat(rows.grant(key.task()).number()).isEqualTo(2);
    }

    @Test
    void a_running_attempt_is_neither_taken_back_nor_canceled_as_if_it_had_not_started() {
        AttemptKey key = rows.draft().running(worker);

        assertThat(settlements.takeBack("dispatcher d1", Reason.PAUSED, List.of(key)))
                .isEmpty();
        assertThat(settlements.cancelUnstarted("user", List.of(key.task()))).isEmpty();
        assertThat(settlements.expire("dispatcher d1", List.of(key.task()))).isEmpty();

        assertThat(rows.state(key.task())).isEqualTo("RUNNING");
    }

    @Test
    void only_a_task_past_its_expiry_expires() {
        TaskId young = rows.draft().waiting();
        TaskId old = rows.draft().exclusive("r1").waiting();
        jdbc.sql("update task_live set expires_at = clock_timestamp() - interval '1 s' where id = ?")
                .params(old.value())
                .update();

        settlements.expire("dispatcher d1", List.of(young, old));

        assertThat(rows.state(young)).isEqualTo("WAITING");
        assertThat(rows.state(old)).isEqualTo("FAILED/EXPIRED");
        assertThat(rows.reservations(old)).isEmpty();
    }

    @Test
    @Answers({"P14", "S12", "A5"})
    void of_many_that_settle_one_attempt_at_once_exactly_one_does() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            for (int round = 0; round < 20; round++) {
                AttemptKey key = rows.draft().exclusive("r" + round).maxLost(9).running(worker);
                List<Future<List<TaskTransition>>> answers = new ArrayList<>();
                answers.add(threads.submit(() -> end(AttemptEnd.succeeded(key, null))));
                for (int i = 0; i < 3; i++) {
                    answers.add(threads.submit(() -> end(AttemptEnd.stopped(key, Outcome.LOST, "gone"))));
                }
                answers.add(threads.submit(() -> settlements.cancelUnstarted("user", List.of(key.task()))));
                int applied = 0;
                for (Future<List<TaskTransition>> answer : answers) {
                    for (TaskTransition transition : answer.get()) {
                        applied += transition.from() == TaskState.RUNNING ? 1 : 0;
                    }
                }
                assertThat(applied).as("settlements of round %s", round).isEqualTo(1);
                assertThat(jdbc.sql("select count(*) from attempt where task_id = ?")
                                .params(key.task().value())
                                .query(Integer.class)
                                .single())
                        .isEqualTo(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @Answers("S21")
    void however_losses_and_failures_mix_a_task_ends() {
        TaskId id = rows.draft().exclusive("r1").maxAttempts(4).maxLost(3).waiting();
        jdbc.sql("update task set backoff_initial_ms = 0, backoff_max_ms = 0").update();
        int runs = 0;
        while (!rows.state(id).startsWith("FAILED")) {
            AttemptKey key = rows.grant(id);
            claim(key);
            end(
                    runs % 2 == 0
                            ? AttemptEnd.failed(key, "no luck", true)
                            : AttemptEnd.stopped(key, Outcome.LOST, "gone"));
            runs++;
            assertThat(runs).isLessThan(4 + 3);
        }
        assertThat(rows.state(id)).isEqualTo("FAILED/WORKER_LOST");
        assertThat(jdbc.sql("select failures || ' ' || losses from task_done")
                        .query(String.class)
                        .single())
                .isEqualTo("3 3");
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 40, 70, 999, Integer.MAX_VALUE - 2})
    @Answers("O23")
    void a_back_off_grows_to_its_cap_however_often_it_failed(int failures) {
        AttemptKey key = rows.draft().maxAttempts(1).running(worker);
        jdbc.sql("update task set max_attempts = ?, backoff_jitter = 0.2")
                .params(Integer.MAX_VALUE)
                .update();
        jdbc.sql("update task_live set failures = ?").params(failures).update();

        end(AttemptEnd.failed(key, "no luck", true));

        double seconds = jdbc.sql("select extract(epoch from due_at - since) from task_live")
                .query(Double.class)
                .single();
        double expected = failures == 5 ? 32 : 60;
        assertThat(seconds).isBetween(expected * 0.8, expected * 1.2);
    }

    @Test
    @Answers("A12")
    void a_retry_costs_no_more_statements_than_an_end() {
        AtomicInteger statements = new AtomicInteger();
        DelegatingDataSource counting = new DelegatingDataSource(dataSource) {
            @Override
            public Connection getConnection() throws SQLException {
                statements.incrementAndGet();
                return super.getConnection();
            }
        };
        Settlements counted = new Settlements(JdbcClient.create(counting));
        AttemptKey key = rows.draft().exclusive("r1").maxAttempts(2).running(worker);

        counted.end(worker, "worker w1", "", List.of(AttemptEnd.failed(key, "no luck", true)));

        assertThat(rows.state(key.task())).isEqualTo("SCHEDULED");
        assertThat(statements).as("one connection is taken for each").hasValue(1);
    }

    private void lose(AttemptKey key) {
        claim(key);
        end(AttemptEnd.stopped(key, Outcome.LOST, "gone"));
    }

    private void claim(AttemptKey key) {
        assertThat(new dev.holdfast.store.claim.Claims(jdbc).claim(worker, "w1", List.of(key)))
                .hasOnlyElementsOfType(dev.holdfast.store.claim.ClaimResult.Claimed.class);
    }
}
