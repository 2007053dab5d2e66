package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.store.worker.Ends;
import dev.holdfast.store.worker.WorkerEnds;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.verification.Answers;
import dev.holdfast.worker.autoconfigure.Worker;
import dev.holdfast.worker.rig.Rig;
import dev.holdfast.worker.rig.Rig.Options;
import dev.holdfast.worker.rig.Wire;
import java.net.URI;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutlivesAnOutageIT {

    private final Rig rig = new Rig();
    private final AtomicInteger fenced = new AtomicInteger();
    private final CountDownLatch free = new CountDownLatch(1);
    private final CountDownLatch stuck = new CountDownLatch(1);

    @SuppressWarnings("NullAway.Init")
    private Wire wire;

    @SuppressWarnings("NullAway.Init")
    private String url;

    private final TaskHandler<?, ?> waiting = Rig.handler("waiting", (input, task) -> {
        free.await();
        return "kept";
    });
    private final TaskHandler<?, ?> holding = Rig.handler("holding", (input, task) -> {
        try {
            Thread.sleep(60_000);
        } catch (InterruptedException e) {
            fenced.incrementAndGet();
            throw e;
        }
        return null;
    });

    @BeforeEach
    void lay() throws Exception {
        URI uri = URI.create(rig.database.url().substring("jdbc:".length()));
        wire = new Wire(uri.getHost(), uri.getPort());
        url = rig.database.url().replace(uri.getHost() + ":" + uri.getPort(), "localhost:" + wire.port());
    }

    @AfterEach
    void close() throws Exception {
        free.countDown();
        stuck.countDown();
        wire.mend();
        rig.close();
        wire.close();
    }

    @Test
    @Answers("O7")
    void without_the_database_resources_are_let_go_in_time_and_other_work_goes_on_and_its_result_is_kept()
            throws Exception {
        Worker worker = rig.start(new Options().url(url), waiting, holding);
        AttemptKey goesOn = rig.publish(rig.rows.draft().type("waiting").queued());
        AttemptKey stops =
                rig.publish(rig.rows.draft().type("holding").exclusive("r").queued());
        rig.await(goesOn.task(), "RUNNING");
        rig.await(stops.task(), "RUNNING");
        wire.cut();
        Rig.eventually(() -> assertThat(fenced.get()).isEqualTo(1));
        assertThat(worker.membership().remaining()).isBetween(Duration.ofMillis(1), Duration.ofMillis(900));
        Rig.eventually(() -> assertThat(worker.membership().remaining()).isNegative());
        free.countDown();
        Rig.eventually(() -> assertThat(worker.resultsWaiting()).isEqualTo(2));
        assertThat(rig.rows.state(goesOn.task())).isEqualTo("RUNNING");
        wire.mend();
        rig.await(goesOn.task(), "SUCCEEDED");
        rig.await(stops.task(), "WAITING");
        assertThat(rig.outcomes(stops.task())).containsExactly("INTERRUPTED");
        Rig.eventually(() -> assertThat(worker.membership().takesWork()).isTrue());
        assertThat(rig.workerStates()).containsExactly("ALIVE");
        assertThat(rig.ends).isEmpty();
    }

    @Test
    @Answers("O19")
    void a_worker_that_was_believed_dead_is_refused_gets_its_loss_refunded_and_goes_on_as_another() throws Exception {
        Worker worker = rig.start(new Options().url(url), waiting, Rig.handler("echo", (input, task) -> null));
        AttemptKey key =
                rig.publish(rig.rows.draft().type("waiting").exclusive("r").queued());
        rig.await(key.task(), "RUNNING");
        var before = Rig.incarnation(worker);
        wire.cut();
        Rig.eventually(() -> assertThat(worker.membership().remaining()).isNegative());
        WorkerEnds reaper = Ends.on(rig.database.dataSource());
        rig.rows.expireLease(before);
        assertThat(reaper.lost(before, false, "reaper test", "test")).isPresent();
        assertThat(losses(key)).isEqualTo(1);
        wire.mend();
        Rig.eventually(() -> assertThat(rig.workerStates()).containsExactly("LOST", "ALIVE"));
        Rig.eventually(() -> assertThat(losses(key)).isZero());
        assertThat(rig.outcomes(key.task())).containsExactly("LOST");
        AttemptKey next = rig.publish(rig.rows.draft().queued());
        rig.await(next.task(), "SUCCEEDED");
        assertThat(rig.ends).isEmpty();
    }

    @Test
    void code_that_holds_resources_and_does_not_return_costs_the_process_before_the_lease_ends() throws Exception {
        Worker worker = rig.start(new Options().url(url), Rig.handler("stuck", (input, task) -> {
            while (stuck.getCount() > 0) {
                try {
                    stuck.await();
                } catch (InterruptedException e) {
                    // will not stop
                }
            }
            return null;
        }));
        AttemptKey key = rig.publish(rig.rows.draft().type("stuck").shared("r").queued());
        rig.await(key.task(), "RUNNING");
        wire.cut();
        Rig.eventually(() -> assertThat(rig.ends).contains("halted"));
        assertThat(worker.membership().remaining()).isPositive();
    }

    @Test
    void a_message_whose_claim_did_not_get_through_is_still_with_the_broker() throws Exception {
        rig.start(new Options().url(url), Rig.handler("echo", (input, task) -> null));
        AttemptKey before = rig.publish(rig.rows.draft().queued());
        rig.await(before.task(), "SUCCEEDED");
        wire.cut();
        AttemptKey key = rig.publish(rig.rows.draft().exclusive("r").queued());
        Rig.eventually(() -> assertThat(rig.ready("echo")).isZero());
        wire.mend();

        rig.await(key.task(), "SUCCEEDED");

        assertThat(rig.outcomes(key.task())).containsExactly("SUCCEEDED");
    }

    @Test
    void a_claim_whose_answer_was_not_heard_goes_back_in_line_and_counts_for_nothing() throws Exception {
        Worker worker = rig.start(new Options().url(url), Rig.handler("echo", (input, task) -> null));
        AttemptKey key = rig.rows.draft().exclusive("r").queued();
        // The claim is on its way for certain, held up by a lock, when the answers cease.
        try (Connection lock = rig.database.dataSource().getConnection();
                Statement statement = lock.createStatement()) {
            lock.setAutoCommit(false);
            statement.execute("select from task_live for update");
            rig.publish(key);
            await().pollInterval(Duration.ofMillis(20)).until(this::somebodyWaitsForALock);
            wire.deafen();
            lock.commit();
        }
        rig.await(key.task(), "RUNNING");
        wire.mend();
        rig.await(key.task(), "WAITING");
        assertThat(rig.outcomes(key.task())).containsExactly("INTERRUPTED");
        assertThat(losses(key)).isZero();
        Rig.eventually(() -> assertThat(worker.slots().busy()).isZero());
        Rig.eventually(() -> assertThat(rig.ready("echo")).isZero());
        AttemptKey again = rig.publish(rig.rows.grant(key.task()));
        rig.await(again.task(), "SUCCEEDED");
    }

    @Test
    @Answers("O7")
    void sessions_that_are_cut_off_are_opened_again_and_nothing_runs_twice() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        rig.start(new Options(), Rig.handler("echo", (input, task) -> {
            ran.incrementAndGet();
            free.await();
            return null;
        }));
        AttemptKey key = rig.publish(rig.rows.draft().exclusive("r").queued());
        rig.await(key.task(), "RUNNING");
        for (int i = 0; i < 3; i++) {
            cutSessions();
            int beat = beat();
            Rig.eventually(() -> assertThat(beat()).isGreaterThan(beat));
        }
        cutSessions();
        free.countDown();
        rig.await(key.task(), "SUCCEEDED");
        assertThat(ran).hasValue(1);
        assertThat(rig.outcomes(key.task())).containsExactly("SUCCEEDED");
        assertThat(rig.workerStates()).containsExactly("ALIVE");
    }

    @Test
    @Answers("O7")
    void a_stop_during_an_outage_ends_and_what_it_could_not_say_is_settled_by_others() throws Exception {
        Worker worker = rig.start(new Options().url(url), waiting);
        AttemptKey key =
                rig.publish(rig.rows.draft().type("waiting").exclusive("r").queued());
        rig.await(key.task(), "RUNNING");
        var before = Rig.incarnation(worker);
        wire.cut();
        long asked = System.nanoTime();
        worker.stop();
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(40));
        assertThat(rig.rows.state(key.task())).isEqualTo("RUNNING");
        wire.mend();
        free.countDown();
        WorkerEnds reaper = Ends.on(rig.database.dataSource());
        assertThat(reaper.lost(before, false, "reaper test", "no heartbeat")).isPresent();
        assertThat(rig.rows.state(key.task())).isEqualTo("WAITING");
        rig.start(new Options().name("w2"), waiting);
        AttemptKey again = rig.publish(rig.rows.grant(key.task()));
        rig.await(again.task(), "SUCCEEDED");
    }

    @Test
    @Answers("O8")
    void heartbeats_go_on_while_claims_and_ends_keep_every_other_connection_busy() throws Exception {
        Worker worker = rig.start(new Options().slots(8), waiting);
        List<AttemptKey> running = IntStream.range(0, 4)
                .mapToObj(i -> rig.publish(
                        rig.rows.draft().type("waiting").exclusive("r" + i).queued()))
                .toList();
        running.forEach(key -> rig.await(key.task(), "RUNNING"));
        List<AttemptKey> next = IntStream.range(4, 8)
                .mapToObj(
                        i -> rig.rows.draft().type("waiting").exclusive("r" + i).queued())
                .toList();
        try (Connection lock = rig.database.dataSource().getConnection();
                Statement statement = lock.createStatement()) {
            statement.execute("set idle_in_transaction_session_timeout = 0");
            lock.setAutoCommit(false);
            statement.execute("select from task_live for update");
            next.forEach(rig::publish);
            free.countDown();
            await().until(this::somebodyWaitsForALock);
            int beat = beat();
            // Two leases long.
            await().during(Duration.ofSeconds(6))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> worker.membership().remaining().toMillis() > 900);
            assertThat(beat()).isGreaterThan(beat + 6);
            lock.commit();
        }
        running.forEach(key -> rig.await(key.task(), "SUCCEEDED"));
        next.forEach(key -> rig.await(key.task(), "SUCCEEDED"));
        assertThat(rig.workerStates()).containsExactly("ALIVE");
        assertThat(rig.jdbc
                        .sql("select count(*) from attempt")
                        .query(Integer.class)
                        .single())
                .isEqualTo(8);
    }

    @Test
    @Answers("O11")
    void a_worker_whose_row_was_deleted_registers_anew_and_nothing_stays_running() throws Exception {
        Worker worker = rig.start(new Options(), waiting, holding);
        AttemptKey holds =
                rig.publish(rig.rows.draft().type("holding").exclusive("r").queued());
        AttemptKey other = rig.publish(rig.rows.draft().type("waiting").queued());
        rig.await(holds.task(), "RUNNING");
        rig.await(other.task(), "RUNNING");
        var before = Rig.incarnation(worker);
        rig.jdbc.sql("delete from worker").update();
        rig.await(holds.task(), "WAITING");
        rig.await(other.task(), "WAITING");
        Rig.eventually(() -> assertThat(rig.workerStates()).containsExactly("ALIVE"));
        assertThat(Rig.incarnation(worker)).isNotEqualTo(before);
        assertThat(rig.outcomes(holds.task())).containsExactly("INTERRUPTED");
        assertThat(losses(holds) + losses(other)).isZero();
        free.countDown();
        AttemptKey again = rig.publish(rig.rows.grant(other.task()));
        rig.await(again.task(), "SUCCEEDED");
        assertThat(rig.ends).isEmpty();
    }

    private void cutSessions() {
        rig.jdbc
                .sql("select pg_terminate_backend(pid) from pg_stat_activity"
                        + " where datname = current_database() and pid <> pg_backend_pid()")
                .query()
                .listOfRows();
    }

    private int beat() {
        return rig.jdbc.sql("select beat from worker").query(Integer.class).single();
    }

    private boolean somebodyWaitsForALock() {
        return rig.jdbc
                .sql("select exists (select from pg_locks where not granted)")
                .query(Boolean.class)
                .single();
    }

    private int losses(AttemptKey key) {
        return rig.jdbc
                .sql("select losses from task_live where id = ?")
                .params(key.task().value())
                .query(Integer.class)
                .single();
    }
}
