package dev.holdfast.store.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.backing.Backing;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.TaskRows;
import dev.holdfast.store.claim.ClaimResult.Claimed;
import dev.holdfast.store.claim.ClaimResult.Expired;
import dev.holdfast.store.claim.ClaimResult.Gone;
import dev.holdfast.store.claim.ClaimResult.NoLease;
import dev.holdfast.store.claim.ClaimResult.OtherSuspectRuns;
import dev.holdfast.store.claim.ClaimResult.Paused;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.verification.Answers;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class ClaimsIT {

    private static DataSource dataSource;
    private static JdbcClient jdbc;

    private TaskRows rows;
    private Claims claims;
    private Incarnation worker;

    @BeforeAll
    static void database() {
        dataSource = Backing.database().dataSource();
        jdbc = JdbcClient.create(dataSource);
    }

    @BeforeEach
    void fresh() {
        jdbc.sql("update route set paused = false").update();
        rows = TaskRows.inEmptyTables(jdbc);
        claims = new Claims(jdbc);
        worker = rows.worker("w1", Duration.ofMinutes(10));
    }

    private ClaimResult claim(AttemptKey key) {
        return claims.claim(worker, "w1", List.of(key)).get(0);
    }

    @Test
    void a_claim_brings_all_that_a_run_needs_and_a_token_larger_than_any_before() {
        Claimed first = (Claimed) claim(
                rows.draft().exclusive("r1").timeout(Duration.ofSeconds(90)).queued());
        Claimed second = (Claimed) claim(rows.draft().queued());

        assertThat(first.payload()).isEqualTo("{\"n\": 1}");
        assertThat(first.timeout()).isEqualTo(Duration.ofSeconds(90));
        assertThat(first.holdsResources()).isTrue();
        assertThat(second.holdsResources()).isFalse();
        assertThat(second.fencingToken()).isGreaterThan(first.fencingToken());
    }

    @Test
    @Answers({"S5", "A3", "A8", "O10"})
    void of_two_messages_for_one_attempt_one_is_claimed_and_the_other_is_gone() throws Exception {
        Incarnation other = rows.worker("w2", Duration.ofMinutes(10));
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < 30; round++) {
                AttemptKey key = rows.draft().queued();
                List<Future<List<ClaimResult>>> answers = new ArrayList<>();
                answers.add(threads.submit(() -> claims.claim(worker, "w1", List.of(key))));
                answers.add(threads.submit(() -> claims.claim(other, "w2", List.of(key))));
                List<ClaimResult> results = new ArrayList<>();
                for (Future<List<ClaimResult>> answer : answers) {
                    results.addAll(answer.get());
                }
                assertThat(results).filteredOn(Claimed.class::isInstance).hasSize(1);
                assertThat(results).filteredOn(Gone.class::isInstance).hasSize(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void a_message_of_an_older_attempt_is_gone_and_leaves_the_newer_alone() {
        AttemptKey old = rows.draft().queued();
        new Settlements(jdbc).takeBack("test", dev.holdfast.task.Reason.PAUSED, List.of(old));
        rows.grant(old.task());

        assertThat(claim(old)).isInstanceOf(Gone.class);

        assertThat(rows.state(old.task())).isEqualTo("QUEUED");
        assertThat(jdbc.sql("select count(*) from stale_message")
                        .query(Integer.class)
                        .single())
                .as("the stale message was met")
                .isZero();
    }

    @Test
    @Answers({"P16", "O28"})
    void a_canceled_task_is_gone() {
        AttemptKey key = rows.draft().queued();
        new Settlements(jdbc).cancelUnstarted("user", List.of(key.task()));

        assertThat(claim(key)).isInstanceOf(Gone.class);
    }

    @Test
    void a_worker_whose_lease_has_run_out_claims_nothing() {
        AttemptKey key = rows.draft().queued();
        rows.expireLease(worker);

        assertThat(claim(key)).isInstanceOf(NoLease.class);
        assertThat(rows.state(key.task())).isEqualTo("QUEUED");
    }

    @Test
    void a_worker_that_drains_claims_nothing() {
        AttemptKey key = rows.draft().queued();
        jdbc.sql("update worker set state = 'DRAINING'").update();

        assertThat(claim(key)).isInstanceOf(NoLease.class);
    }

    @Test
    void a_claim_that_meets_the_end_of_its_worker_waits_for_it_and_is_refused() throws Exception {
        AttemptKey key = rows.draft().exclusive("r1").queued();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (Connection ender = dataSource.getConnection()) {
            ender.setAutoCommit(false);
            try (var statement = ender.createStatement()) {
                statement.executeQuery("select 1 from worker for update").close();
                Future<ClaimResult> claiming = thread.submit(() -> claim(key));
                awaitLockWait();
                statement.executeUpdate("update worker set state = 'LOST', ended_at = clock_timestamp()");
                ender.commit();
                assertThat(claiming.get(5, TimeUnit.SECONDS)).isInstanceOf(NoLease.class);
            }
        } finally {
            thread.shutdownNow();
        }
        assertThat(rows.state(key.task())).isEqualTo("QUEUED");
    }

    @Test
    void a_claim_waits_for_the_mark_that_its_own_message_has_overtaken() throws Exception {
        AttemptKey key = rows.draft().queued();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (Connection marker = dataSource.getConnection()) {
            marker.setAutoCommit(false);
            try (var statement = marker.createStatement()) {
                statement.executeUpdate("update task_live set published_at = clock_timestamp()");
                Future<ClaimResult> claiming = thread.submit(() -> claim(key));
                awaitLockWait();
                marker.commit();
                assertThat(claiming.get(5, TimeUnit.SECONDS)).isInstanceOf(Claimed.class);
            }
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void a_paused_queue_and_an_expired_task_are_told_apart() {
        AttemptKey expired = rows.draft().queued();
        jdbc.sql("update task_live set expires_at = clock_timestamp()").update();
        AttemptKey paused = rows.draft().queued();
        jdbc.sql("update route set paused = true").update();

        assertThat(claim(expired)).isInstanceOf(Expired.class);
        assertThat(claim(paused)).isInstanceOf(Paused.class);
    }

    @Test
    void a_worker_runs_one_task_with_a_loss_on_its_record_at_a_time() {
        AttemptKey first = rows.draft().queued();
        AttemptKey second = rows.draft().queued();
        AttemptKey innocent = rows.draft().queued();
        jdbc.sql("update task_live set losses = 1 where id <> ?")
                .params(innocent.task().value())
                .update();

        List<ClaimResult> results = claims.claim(worker, "w1", List.of(first, second, innocent));
        assertThat(results).filteredOn(Claimed.class::isInstance).hasSize(2);
        ClaimResult refused = results.stream()
                .filter(OtherSuspectRuns.class::isInstance)
                .findFirst()
                .orElseThrow();
        assertThat(refused.key()).isNotEqualTo(innocent);
        assertThat(claim(refused.key())).as("while the first still runs").isInstanceOf(OtherSuspectRuns.class);
    }

    private static void awaitLockWait() {
        org.awaitility.Awaitility.await()
                .atMost(5, TimeUnit.SECONDS)
                .until(() -> jdbc.sql("select count(*) from pg_locks where not granted")
                                .query(Integer.class)
                                .single()
                        > 0);
    }
}
