package dev.holdfast.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.backing.Backing;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.grant.GrantBounds;
import dev.holdfast.store.grant.GrantPass;
import dev.holdfast.store.grant.Granted;
import dev.holdfast.store.grant.Grantor;
import dev.holdfast.store.grant.Lane;
import dev.holdfast.store.grant.Lines;
import dev.holdfast.store.publish.Leased;
import dev.holdfast.store.publish.Leases;
import dev.holdfast.store.publish.LostTasks;
import dev.holdfast.store.publish.LostTasks.Suspicion;
import dev.holdfast.store.publish.Published;
import dev.holdfast.store.publish.Publisher;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.store.worker.WorkerEnds;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import dev.holdfast.verification.Answers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Whoever may repair a task does so at once: the start of its worker, reapers, and all that dispatchers do. */
class RecoverersIT {

    private static final int RECOVERERS = 4;

    private final HikariDataSource dataSource = Backing.database().pool(8);
    private final JdbcClient jdbc = JdbcClient.create(dataSource);
    private final DataSourceTransactionManager transactions = new DataSourceTransactionManager(dataSource);
    private final TaskRows rows = new TaskRows(jdbc);
    private final Settlements settlements = new Settlements(jdbc);
    private final WorkerEnds ends = new WorkerEnds(jdbc, new TransactionTemplate(transactions), settlements);
    private final Incarnation living = rows.worker("living", Duration.ofMinutes(10));
    private final Incarnation dead = rows.worker("dead", Duration.ofMinutes(10));
    private final int route = rows.openRoute("default", "echo");
    private final Queue<AttemptKey> sent = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(RECOVERERS);

    /** Where the one before stopped, and which number the next message must carry. */
    private enum Stopped {
        RUNNING_ON_A_DEAD_WORKER(2),
        WAITING_FOR_A_RETRY(2),
        IN_LINE(1),
        GRANTED_AND_NOT_SENT(1),
        SENT_AND_LOST(1);

        private final int number;

        Stopped(int number) {
            this.number = number;
        }
    }

    /** One who repairs, with all that a reaper and a dispatcher do. */
    private final class Recoverer {
        private final String name;
        private final Retries retries = new Retries(new SimpleMeterRegistry());
        private final Publisher publisher;
        private final GrantPass pass;
        private final Leases leases;
        private final LostTasks lost;

        Recoverer(int number) {
            name = "dispatcher d" + number;
            publisher = new Publisher(UUID.randomUUID(), name, Duration.ofSeconds(10));
            pass = new GrantPass(
                    jdbc, transactions, retries, new Grantor(publisher.id(), name, Duration.ofSeconds(10)));
            leases = new Leases(jdbc, publisher);
            lost = new LostTasks(jdbc, publisher);
        }

        void repair(int room) {
            ends.lost(dead, true, "reaper " + name, "no heartbeat");
            new Lines(jdbc, retries).putDueInLine(name, 100);
            List<AttemptKey> keys = new ArrayList<>(pass
                    .run(List.of(new Lane(route, false, room), new Lane(route, true, room)), GrantBounds.DEFAULT)
                    .granted()
                    .stream()
                    .map(Granted::key)
                    .toList());
            keys.addAll(leases.leaseReady(100).stream().map(Leased::key).toList());
            sent.addAll(keys);
            List<Published> confirmed =
                    keys.stream().map(key -> new Published(key, 0)).toList();
            leases.markQueued(confirmed);
            leases.markQueued(confirmed);
            List<Suspicion> suspicions = lost.suspicions(Duration.ofMinutes(1));
            List<AttemptKey> again =
                    lost.lease(suspicions, suspicions, Duration.ofMinutes(1), Duration.ofMinutes(1), 100).stream()
                            .map(Leased::key)
                            .toList();
            sent.addAll(again);
            leases.markRepublished(
                    again.stream().map(key -> new Published(key, 0)).toList());
        }
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
        dataSource.close();
    }

    @ParameterizedTest
    @EnumSource
    @Answers({"A6", "A7", "A9"})
    void from_any_state_one_next_attempt_is_made_and_sent_at_least_once(Stopped stopped) throws Exception {
        for (int round = 0; round < 8; round++) {
            sent.clear();
            jdbc.sql("update worker set state = 'ALIVE', ended_at = null").update();
            TaskId task = stop(stopped);

            allAtOnce();

            AttemptKey expected = new AttemptKey(task, stopped.number);
            assertThat(sent).as("round %s", round).isNotEmpty().containsOnly(expected);
            assertThat(rows.state(task)).isEqualTo("QUEUED");
            assertThat(rows.history(task).stream().filter("READY>QUEUED"::equals))
                    .as("marked as often as it was sent, recorded once")
                    .hasSize(stopped == Stopped.SENT_AND_LOST ? 0 : 1);
            assertThat(rows.history(task)).doesNotHaveDuplicates();
            assertThat(rows.reservations(task)).containsExactly("r=H");
            settlements.cancelUnstarted("test", List.of(task));
        }
    }

    @Test
    @Answers("S11")
    void recovery_makes_no_task_more_and_sends_no_more_than_there_is_room() {
        List<TaskId> tasks = IntStream.range(0, 120)
                .mapToObj(i -> rows.draft().exclusive("r" + i).running(dead).task())
                .toList();

        Recoverer recoverer = new Recoverer(1);
        recoverer.repair(5);

        assertThat(sent).hasSize(5);
        assertThat(jdbc.sql("select count(*) from task").query(Integer.class).single())
                .isEqualTo(tasks.size());
        assertThat(tasks.stream().map(rows::state).filter("WAITING"::equals)).hasSize(tasks.size() - 5);
    }

    private TaskId stop(Stopped stopped) {
        switch (stopped) {
            case RUNNING_ON_A_DEAD_WORKER -> {
                return rows.draft().exclusive("r").running(dead).task();
            }
            case WAITING_FOR_A_RETRY -> {
                AttemptKey key = rows.draft().exclusive("r").maxAttempts(2).running(living);
                settlements.end(living, "worker living", "", List.of(AttemptEnd.failed(key, "no luck", true)));
                jdbc.sql("update task_live set due_at = clock_timestamp() - interval '1 s'")
                        .update();
                return key.task();
            }
            case IN_LINE -> {
                return rows.draft().exclusive("r").waiting();
            }
            case GRANTED_AND_NOT_SENT -> {
                TaskId task = rows.draft().exclusive("r").waiting();
                rows.grant(task);
                jdbc.sql("update task_live set state = 'READY', published_at = null")
                        .update();
                return task;
            }
            default -> {
                AttemptKey key = rows.draft().exclusive("r").queued();
                jdbc.sql("update task_live set published_at = published_at - interval '1 hour'")
                        .update();
                return key.task();
            }
        }
    }

    private void allAtOnce() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(RECOVERERS);
        List<Future<?>> repairs = new ArrayList<>();
        for (int i = 0; i < RECOVERERS; i++) {
            Recoverer recoverer = new Recoverer(i);
            repairs.add(threads.submit(() -> {
                barrier.await(20, TimeUnit.SECONDS);
                // Twice: the first time somebody else may hold what it would repair.
                recoverer.repair(10);
                recoverer.repair(10);
                return null;
            }));
        }
        for (Future<?> repair : repairs) {
            repair.get(30, TimeUnit.SECONDS);
        }
    }
}
