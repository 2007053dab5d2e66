package dev.holdfast.store.grant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import dev.holdfast.verification.Answers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Two granting sessions beside three that do everything else, with late commits and rollbacks. A trigger judges each grant
 * inside its own transaction; afterwards the oracle finds nobody forgotten, and all tasks come to their end.
 */
class GrantConcurrencyIT {

    private static final int ENOUGH = 400;
    private static final Duration AT_LEAST = Duration.ofSeconds(6);
    private static final Duration AT_MOST = Duration.ofSeconds(60);

    private final Stage stage = new Stage();
    private final AtomicInteger grants = new AtomicInteger();
    private volatile boolean over;

    @Test
    @SuppressWarnings("SystemOut")
    @Answers({"O15", "O16"})
    void no_two_conflicting_holders_nobody_overtaken_nobody_forgotten_no_deadlock() throws Exception {
        long seed = Long.getLong("holdfast.seed", System.nanoTime());
        System.out.println("GrantConcurrencyIT: -Dholdfast.seed=" + seed);
        GrantJudge.install(stage.main.jdbc);
        ExecutorService threads = Executors.newFixedThreadPool(5);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Session session = stage.session();
                Random random = new Random(seed + i);
                running.add(threads.submit(() -> move(session, random)));
            }
            for (int i = 0; i < 2; i++) {
                Session session = stage.session();
                Random random = new Random(seed + 10 + i);
                running.add(threads.submit(() -> grant(session, random)));
            }
            long start = System.nanoTime();
            while (!enough(System.nanoTime() - start) && running.stream().noneMatch(Future::isDone)) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
            over = true;
            for (Future<?> thread : running) {
                thread.get(30, TimeUnit.SECONDS);
            }
            assertThat(grants.get()).as("grants").isGreaterThan(ENOUGH / 8);
            drain();
            assertThat(stage.main
                            .jdbc
                            .sql("select count(*) from reservation")
                            .query(Integer.class)
                            .single())
                    .isZero();
            assertNoDeadlock();
        } finally {
            over = true;
            threads.shutdownNow();
            stage.close();
        }
    }

    /** By what was done, so that a busy machine proves as much as an idle one. */
    private boolean enough(long nanos) {
        return nanos > AT_MOST.toNanos() || nanos > AT_LEAST.toNanos() && grants.get() >= ENOUGH;
    }

    private void move(Session session, Random random) {
        Moves moves = new Moves(stage, random, 60);
        while (!over) {
            session.begin();
            moves.move(session);
            if (random.nextInt(10) < 3) {
                sleep(random.nextInt(10)); // a late commit
            }
            if (random.nextInt(100) < 3) {
                session.rollback();
            } else {
                session.commit();
            }
        }
        assertThat(session.meters.counter("holdfast.store.retries").count()).isZero();
    }

    private void grant(Session session, Random random) {
        GrantPass pass = session.pass(slowed(GrantJudge.attend(GrantSql.ours()), random));
        while (!over) {
            List<Lane> lanes = stage.lanes(List.of(0, 1, 2, 5, 1_000).get(random.nextInt(5)));
            GrantBounds bounds = random.nextBoolean() ? GrantBounds.DEFAULT : new GrantBounds(2, 5);
            grants.addAndGet(pass.run(lanes, bounds).granted().size());
        }
        assertThat(session.meters.counter("holdfast.store.retries").count()).isZero();
    }

    /** Now and then a pause before a statement, so that others commit in between. */
    private static GrantSql slowed(GrantSql sql, Random random) {
        return name -> {
            if (random.nextInt(20) == 0) {
                sleep(random.nextInt(8));
            }
            return sql.text(name);
        };
    }

    /** All that is left comes to its end; after each step at rest the oracle finds nothing that should have been granted. */
    private void drain() {
        Session session = stage.main;
        GrantPass pass = session.pass(GrantJudge.attend(GrantSql.ours()));
        rest(session, pass);
        stage.routes.forEach(route -> stage.setOpen(session, route, true));
        for (int round = 0; round < 1_000; round++) {
            List<TaskRow> tasks = rest(session, pass);
            if (tasks.isEmpty()) {
                return;
            }
            assertThat(tasks).as("somebody holds something").anyMatch(TaskRow::holds);
            tasks.stream().filter(TaskRow::holds).forEach(task -> finish(session, task));
        }
        throw new AssertionError("did not come to rest");
    }

    private List<TaskRow> rest(Session session, GrantPass pass) {
        while (session.lines.putDueInLine("test", 100) + session.lines.park(7) + session.lines.unpark(7) > 0) {
            continue;
        }
        List<Lane> lanes = stage.lanes(1_000);
        do {
            pass.run(lanes, GrantBounds.DEFAULT);
        } while (pass.pending(lanes));
        List<TaskRow> tasks = TaskRow.all(session.jdbc);
        Oracle oracle = new Oracle(tasks);
        assertThat(oracle.expected(lanes)).as("forgotten").isEmpty();
        assertThat(oracle.violations(Set.of())).isEmpty();
        return tasks;
    }

    private void finish(Session session, TaskRow task) {
        AttemptKey key = new AttemptKey(new TaskId(task.id()), task.attempt());
        Incarnation owner = stage.owner(session, key.task());
        if (owner == null) {
            owner = stage.workers.get(0);
            stage.claim(session, owner, key);
        }
        session.settlements.end(owner, "test", "", List.of(AttemptEnd.succeeded(key, null)));
    }

    private void assertNoDeadlock() {
        stage.main
                .jdbc
                .sql("select pg_stat_clear_snapshot()")
                .query((rs, row) -> row)
                .list();
        assertThat(stage.main
                        .jdbc
                        .sql("select deadlocks from pg_stat_database where datname = current_database()")
                        .query(Long.class)
                        .single())
                .isZero();
    }

    private static void sleep(int millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
