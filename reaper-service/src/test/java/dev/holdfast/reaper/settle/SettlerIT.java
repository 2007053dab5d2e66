package dev.holdfast.reaper.settle;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.backing.Backing;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.lease.WorkerState;
import dev.holdfast.reaper.detect.Conviction;
import dev.holdfast.reaper.detect.Detector;
import dev.holdfast.store.TaskRows;
import dev.holdfast.store.reap.WorkerWatch;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.store.worker.Ends;
import dev.holdfast.store.worker.Heartbeats;
import dev.holdfast.store.worker.WorkerEnds;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import dev.holdfast.verification.Answers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.simple.JdbcClient;

class SettlerIT {

    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(1500);
    private static final Duration MAX_GAP = Duration.ofSeconds(2);

    private static HikariDataSource pool;
    private static JdbcClient jdbc;

    private final AtomicLong clock = new AtomicLong(1);
    private TaskRows rows;
    private Heartbeats heartbeats;
    private Incarnation worker;

    /** One reaper, without its threads. */
    private final class Reaper {
        private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
        private final AtomicInteger freed = new AtomicInteger();
        private final WorkerEnds ends = Ends.on(pool);
        private final Settler settler;
        private final Detector detector;
        private final List<Conviction> convicted = new ArrayList<>();

        Reaper(String name) {
            settler = new Settler(ends, "reaper " + name, MAX_GAP, clock::get, freed::incrementAndGet, meters);
            detector = new Detector(new WorkerWatch(jdbc), clock::get, MAX_GAP, convicted::addAll);
        }

        void look() {
            detector.look();
        }

        void settle() {
            settler.accept(convicted);
            convicted.clear();
            settler.settle();
        }

        double count(String name) {
            return meters.get(name).counter().count();
        }
    }

    @BeforeAll
    static void database() {
        pool = Backing.database().pool(4);
        jdbc = JdbcClient.create(pool);
    }

    @AfterAll
    static void close() {
        pool.close();
    }

    @BeforeEach
    void fresh() {
        rows = TaskRows.inEmptyTables(jdbc);
        heartbeats = new Heartbeats(jdbc);
        worker = rows.worker("w1", TTL);
    }

    @Test
    @Answers({"P15", "S18", "O13", "O30"})
    void each_task_of_a_dead_worker_goes_the_way_of_its_policy() {
        AttemptKey resubmit = rows.draft().exclusive("r1").running(worker);
        AttemptKey cancel = rows.draft().exclusive("r2").onWorkerLost("CANCEL").running(worker);
        AttemptKey tooOften = rows.draft().exclusive("r3").maxLost(1).running(worker);
        AttemptKey canceling = rows.draft().exclusive("r4").running(worker);
        jdbc.sql("update task_live set state = 'CANCELING' where id = ?")
                .params(canceling.task().value())
                .update();
        AttemptKey done = rows.draft().exclusive("r5").running(worker);
        new Settlements(jdbc).end(worker, "worker w1", "", List.of(AttemptEnd.succeeded(done, "1")));
        Reaper reaper = new Reaper("r1");

        kill(reaper);

        assertThat(rows.state(resubmit.task())).isEqualTo("WAITING");
        assertThat(rows.reservations(resubmit.task())).containsExactly("r1=W");
        assertThat(rows.state(cancel.task())).isEqualTo("CANCELED/WORKER_LOST");
        assertThat(rows.state(tooOften.task())).isEqualTo("FAILED/WORKER_LOST");
        assertThat(rows.state(canceling.task())).isEqualTo("CANCELED/USER");
        assertThat(rows.state(done.task())).isEqualTo("SUCCEEDED");
        assertThat(jdbc.sql("select count(*) from reservation")
                        .query(Integer.class)
                        .single())
                .isEqualTo(1);
        assertThat(rows.marks()).contains("r1", "r2", "r3", "r4");
        assertThat(reaper.count("holdfast.workers.lost")).isEqualTo(1);
        assertThat(reaper.count("holdfast.attempts.lost")).isEqualTo(4);
        assertThat(reaper.freed).hasValue(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"DRAINING", "CONDEMNED"})
    void a_worker_may_die_in_any_live_state(WorkerState state) {
        AttemptKey key = rows.draft().exclusive("r1").running(worker);
        jdbc.sql("update worker set state = ?").params(state.name()).update();

        kill(new Reaper("r1"));

        assertThat(rows.state(key.task())).isEqualTo("WAITING");
        assertThat(jdbc.sql("select state from worker").query(String.class).single())
                .isEqualTo("LOST");
    }

    @Test
    @Answers("S16")
    void the_record_of_a_lost_attempt_says_who_when_and_why() {
        AttemptKey key = rows.draft().running(worker);

        kill(new Reaper("r1"));

        String record = jdbc.sql("select outcome || '|' || worker || '|' || decision from attempt where task_id = ?")
                .params(key.task().value())
                .query(String.class)
                .single();
        assertThat(record)
                .startsWith("LOST|w1|back in line, loss 1 of 3: no heartbeat since ")
                .contains("its counter stood still for 3", "ttl 30.0 s");
        assertThat(jdbc.sql("select actor from history where task_id = ? and to_state = 'WAITING' and attempt = 1")
                        .params(key.task().value())
                        .query(String.class)
                        .single())
                .isEqualTo("reaper r1");
    }

    @Test
    @Answers("P17")
    void an_old_heartbeat_is_no_evidence_for_a_reaper_that_has_just_started() {
        AttemptKey key = rows.draft().running(worker);
        rows.expireLease(worker);
        Reaper reaper = new Reaper("r1");

        watch(reaper, TTL.minus(LOOK.multipliedBy(2)));
        reaper.settle();

        assertThat(rows.state(key.task())).isEqualTo("RUNNING");
    }

    @Test
    @Answers("O18")
    void a_worker_that_renewed_after_the_verdict_is_left_alone() {
        AttemptKey key = rows.draft().exclusive("r1").running(worker);
        rows.expireLease(worker);
        Reaper reaper = new Reaper("r1");
        watch(reaper, TTL);
        assertThat(reaper.convicted).isNotEmpty();

        heartbeats.beat(worker, Set.of(key));
        // Even if its lease has run out again: that silence nobody has watched.
        rows.expireLease(worker);
        reaper.settle();

        assertThat(rows.state(key.task())).isEqualTo("RUNNING");
        assertThat(reaper.count("holdfast.workers.lost")).isZero();
    }

    @Test
    void a_reaper_that_slept_between_verdict_and_settlement_does_not_act_on_it() {
        AttemptKey key = rows.draft().exclusive("r1").running(worker);
        rows.expireLease(worker);
        Reaper reaper = new Reaper("r1");
        watch(reaper, TTL);
        assertThat(reaper.convicted).isNotEmpty();

        clock.addAndGet(Duration.ofMinutes(1).toNanos());
        reaper.settle();

        assertThat(rows.state(key.task())).isEqualTo("RUNNING");
    }

    @Test
    @Answers("S16")
    void the_record_of_a_lost_attempt_keeps_all_the_evidence() {
        AttemptKey key = rows.draft().exclusive("r1").running(worker);
        heartbeats.beat(worker, java.util.Set.of(key));
        String running = jdbc.sql(
                        "select incarnation || ' ' || l.fencing_token || ' ' || l.claimed_at || ' ' || w.heartbeat_at"
                                + " || ' ' || l.published_at from task_live l join worker w using (incarnation)")
                .query(String.class)
                .single();

        kill(new Reaper("r1"));

        assertThat(jdbc.sql(
                                "select incarnation || ' ' || fencing_token || ' ' || claimed_at || ' ' || last_heartbeat_at"
                                        + " || ' ' || published_at from attempt where task_id = ? and number = ? and outcome = 'LOST'")
                        .params(key.task().value(), key.number())
                        .query(String.class)
                        .single())
                .isEqualTo(running);
        assertThat(jdbc.sql(
                                "select ended_at > last_heartbeat_at and decision is not null and error is not null from attempt")
                        .query(Boolean.class)
                        .single())
                .isTrue();
    }

    /** Runs the settlements of two reapers, which have both convicted all workers, at the same moment. */
    @Test
    @Answers({"S7", "S14", "O31"})
    void two_reapers_at_once_record_one_transition_for_each_task() throws Exception {
        List<Incarnation> workers = new ArrayList<>(List.of(worker));
        for (int i = 2; i <= 8; i++) {
            workers.add(rows.worker("w" + i, TTL));
        }
        List<TaskId> tasks = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            tasks.add(rows.draft()
                    .exclusive("r" + i)
                    .shared("common")
                    .running(workers.get(i % workers.size()))
                    .task());
        }
        workers.forEach(rows::expireLease);
        Reaper one = new Reaper("r1");
        Reaper two = new Reaper("r2");
        watchBoth(one, two);

        settleAtOnce(one, two);

        assertThat(one.count("holdfast.workers.lost") + two.count("holdfast.workers.lost"))
                .isEqualTo(8);
        assertThat(one.count("holdfast.attempts.lost") + two.count("holdfast.attempts.lost"))
                .isEqualTo(40);
        for (TaskId task : tasks) {
            assertThat(rows.history(task)).containsExactly(">WAITING", "QUEUED>RUNNING", "RUNNING>WAITING");
        }
        assertThat(jdbc.sql("select count(*) from attempt").query(Integer.class).single())
                .isEqualTo(40);
        assertThat(jdbc.sql("select count(*) from worker where state = 'LOST'")
                        .query(Integer.class)
                        .single())
                .isEqualTo(8);
    }

    /** P9: what was granted to others, or to the same task anew, is freed by nobody. */
    @Test
    @Answers("P9")
    void reservations_of_others_are_not_touched() {
        Incarnation living = rows.worker("w2", TTL);
        AttemptKey dead = rows.draft().shared("r1").running(worker);
        AttemptKey other = rows.draft().shared("r1").exclusive("r2").running(living);
        AttemptKey queued = rows.draft().shared("r1").queued();
        TaskId waiting = rows.draft().exclusive("r1").waiting();

        kill(new Reaper("r1"));

        assertThat(rows.state(dead.task())).isEqualTo("WAITING");
        assertThat(rows.reservations(other.task())).containsExactly("r1=H", "r2=H");
        assertThat(rows.reservations(queued.task())).containsExactly("r1=H");
        assertThat(rows.reservations(waiting)).containsExactly("r1=W");
        assertThat(rows.state(other.task())).isEqualTo("RUNNING");
    }

    private void kill(Reaper reaper) {
        rows.expireLease(worker);
        watch(reaper, TTL);
        reaper.settle();
    }

    private void watch(Reaper reaper, Duration time) {
        for (long watched = 0; watched <= time.toMillis(); watched += LOOK.toMillis()) {
            reaper.convicted.clear();
            clock.addAndGet(LOOK.toNanos());
            reaper.look();
        }
    }

    private void watchBoth(Reaper one, Reaper two) {
        for (long watched = 0; watched <= TTL.toMillis(); watched += LOOK.toMillis()) {
            clock.addAndGet(LOOK.toNanos());
            one.look();
            two.look();
        }
    }

    private static void settleAtOnce(Reaper... reapers) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(reapers.length);
        try {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<?>> running = new ArrayList<>();
            for (Reaper reaper : reapers) {
                running.add(threads.submit(() -> {
                    start.await();
                    reaper.settle();
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> each : running) {
                each.get(20, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
