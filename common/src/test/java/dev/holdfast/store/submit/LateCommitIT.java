package dev.holdfast.store.submit;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.backing.Backing;
import dev.holdfast.store.Retries;
import dev.holdfast.store.TaskRows;
import dev.holdfast.store.grant.GrantBounds;
import dev.holdfast.store.grant.GrantPass;
import dev.holdfast.store.grant.Grantor;
import dev.holdfast.store.grant.Lane;
import dev.holdfast.store.publish.Leased;
import dev.holdfast.store.publish.Leases;
import dev.holdfast.store.publish.Publisher;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.store.submit.Submission.Policies;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.ResourceRequest;
import dev.holdfast.task.ResourceRequest.Mode;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.WorkerLostPolicy;
import dev.holdfast.verification.Answers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A task with a lower place becomes visible after one with a higher place: nobody may think that it has seen all below. */
class LateCommitIT {

    private final HikariDataSource dataSource = Backing.database().pool(8);
    private final JdbcClient jdbc = JdbcClient.create(dataSource);
    private final DataSourceTransactionManager transactions = new DataSourceTransactionManager(dataSource);
    private final TransactionTemplate template = new TransactionTemplate(transactions);
    private final Retries retries = new Retries(new SimpleMeterRegistry());
    private final TaskRows rows = new TaskRows(jdbc);
    private final Submissions submissions = new Submissions(jdbc, template, retries);
    private final int route = rows.openRoute("default", "echo");
    private final GrantPass pass = new GrantPass(
            jdbc, transactions, retries, new Grantor(UUID.randomUUID(), "dispatcher d1", Duration.ofSeconds(10)));
    private final ExecutorService threads = Executors.newFixedThreadPool(2);

    @AfterEach
    void stop() {
        threads.shutdownNow();
        dataSource.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "another"})
    @Answers("O40")
    void a_task_that_commits_late_is_granted_after_those_that_were_seen_before(String resource) throws Exception {
        CountDownLatch stored = new CountDownLatch(1);
        CountDownLatch commit = new CountDownLatch(1);
        Submission late = task("one");
        Future<?> submitting = threads.submit(() -> submitAndHold(late, stored, commit, false));
        assertThat(stored.await(10, TimeUnit.SECONDS)).isTrue();
        Submission early = task(resource);
        submissions.submit("test", List.of(early));

        assertThat(go()).containsExactly(early.id());
        assertThat(go()).isEmpty();
        commit.countDown();
        submitting.get(10, TimeUnit.SECONDS);
        assertThat(place(late)).isLessThan(place(early));

        if (resource.equals("one")) {
            assertThat(go()).as("its resource is taken").isEmpty();
            new Settlements(jdbc).cancelUnstarted("test", List.of(early.id()));
        }
        assertThat(go()).containsExactly(late.id());
    }

    @Test
    @Answers("O40")
    void a_task_that_never_commits_leaves_a_gap_that_keeps_nobody_waiting() throws Exception {
        CountDownLatch stored = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Future<?> submitting = threads.submit(() -> submitAndHold(task("one"), stored, end, true));
        assertThat(stored.await(10, TimeUnit.SECONDS)).isTrue();
        end.countDown();
        submitting.get(10, TimeUnit.SECONDS);
        Submission next = task("one");
        submissions.submit("test", List.of(next));

        assertThat(go()).containsExactly(next.id());
    }

    @Test
    @Answers("O40")
    void two_publishers_at_once_share_the_rows_without_loss() throws Exception {
        List<TaskId> tasks = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            tasks.add(rows.draft().waiting());
        }
        jdbc.sql("update task_live set state = 'READY', attempt = 1, wait = null")
                .update();
        CountDownLatch start = new CountDownLatch(1);
        List<Future<List<AttemptKey>>> publishers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Leases leases =
                    new Leases(jdbc, new Publisher(UUID.randomUUID(), "dispatcher d" + i, Duration.ofMinutes(1)));
            publishers.add(threads.submit(() -> {
                start.await();
                return drain(leases);
            }));
        }
        start.countDown();
        List<AttemptKey> leased = new ArrayList<>();
        for (Future<List<AttemptKey>> publisher : publishers) {
            leased.addAll(publisher.get(30, TimeUnit.SECONDS));
        }

        assertThat(leased).hasSize(400).doesNotHaveDuplicates();
        assertThat(leased.stream().map(AttemptKey::task)).containsExactlyInAnyOrderElementsOf(tasks);
    }

    /** Until nothing is left; what the other holds at this moment is found by the next call of one of them. */
    private static List<AttemptKey> drain(Leases leases) {
        List<AttemptKey> all = new ArrayList<>();
        for (List<Leased> some = leases.leaseReady(7); !some.isEmpty(); some = leases.leaseReady(7)) {
            some.forEach(leased -> all.add(leased.key()));
        }
        return all;
    }

    private void submitAndHold(Submission task, CountDownLatch stored, CountDownLatch end, boolean rollback) {
        template.executeWithoutResult(tx -> {
            submissions.submit("test", List.of(task));
            stored.countDown();
            try {
                assertThat(end.await(10, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            if (rollback) {
                tx.setRollbackOnly();
            }
        });
    }

    private List<TaskId> go() {
        return pass.run(List.of(new Lane(route, false, 10)), GrantBounds.DEFAULT).granted().stream()
                .map(granted -> granted.key().task())
                .toList();
    }

    private long place(Submission task) {
        return jdbc.sql("select place from task_live where id = ?")
                .params(task.id().value())
                .query(Long.class)
                .optional()
                .orElse(Long.MAX_VALUE);
    }

    private static Submission task(String resource) {
        Backoff none = new Backoff(Duration.ZERO, Duration.ZERO, 1, 0);
        return new Submission(
                TaskId.next(),
                new RouteName("default", "echo"),
                "{}",
                List.of(new ResourceRequest(resource, Mode.EXCLUSIVE)),
                Map.of(),
                0,
                null,
                null,
                null,
                new Policies(Duration.ofHours(1), 1, none, 3, WorkerLostPolicy.RESUBMIT),
                null);
    }
}
