package dev.holdfast.store.cancel;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.backing.Backing;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.Retries;
import dev.holdfast.store.TaskRows;
import dev.holdfast.store.claim.ClaimResult;
import dev.holdfast.store.claim.Claims;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskState;
import dev.holdfast.verification.Answers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A cancel that comes at the very moment of a claim or of an end. {@code -Dholdfast.rounds=1000} for a long one. */
class CancelRaceIT {

    private static final int ROUNDS = Integer.getInteger("holdfast.rounds", 250);

    private final HikariDataSource dataSource = Backing.database().pool(8);
    private final JdbcClient jdbc = JdbcClient.create(dataSource);
    private final TaskRows rows = new TaskRows(jdbc);
    private final Settlements settlements = new Settlements(jdbc);
    private final Cancellations cancellations =
            new Cancellations(jdbc, settlements, new Retries(new SimpleMeterRegistry()));
    private final Incarnation worker = rows.worker("w1", Duration.ofMinutes(30));
    private final ExecutorService threads = Executors.newFixedThreadPool(3);
    private final Random random = new Random(7);
    private final Map<String, Integer> seen = new HashMap<>();

    @AfterEach
    void stop() {
        threads.shutdownNow();
        dataSource.close();
    }

    @Test
    @Answers("O29")
    void what_a_cancel_answers_is_what_becomes_of_the_task() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            AttemptKey key = rows.draft().exclusive("r").maxAttempts(5).running(worker);
            boolean fails = round % 3 == 0;
            AttemptEnd end = fails ? AttemptEnd.failed(key, "no luck", true) : AttemptEnd.succeeded(key, "1");

            List<Object> answers = race(
                    () -> cancellations.cancel(key.task(), "api a"),
                    () -> cancellations.cancel(key.task(), "api b"),
                    () -> settlements.end(worker, "worker w1", "", List.of(end)));

            String state = rows.state(key.task());
            for (Object answer : answers.subList(0, 2)) {
                if (answer instanceof CancelResult.AlreadyFinal last) {
                    assertThat(state).startsWith(last.state().name());
                } else if (answer instanceof CancelResult.Ended) {
                    assertThat(state).isEqualTo("CANCELED/USER");
                } else {
                    // It was asked to stop: it succeeded all the same, or it failed and is never tried again.
                    assertThat(state).isEqualTo(fails ? "CANCELED/USER" : "SUCCEEDED");
                }
            }
            assertThat(state).isIn("SUCCEEDED", "CANCELED/USER");
            assertOneEnd(key);
            count(answers.get(0));
        }
        assertThat(seen).as("the race was won and lost").hasSizeGreaterThan(1);
    }

    @Test
    @Answers("O29")
    void a_cancel_that_was_answered_as_final_keeps_the_claim_out() throws Exception {
        Claims claims = new Claims(jdbc);
        for (int round = 0; round < ROUNDS; round++) {
            AttemptKey key = rows.draft().exclusive("r").queued();

            List<Object> answers = race(
                    () -> cancellations.cancel(key.task(), "api a"),
                    () -> cancellations.cancel(key.task(), "api b"),
                    () -> claims.claim(worker, "w1", List.of(key)).get(0));

            boolean claimed = answers.get(2) instanceof ClaimResult.Claimed;
            assertThat(rows.state(key.task())).isEqualTo(claimed ? "CANCELING" : "CANCELED/USER");
            if (claimed) {
                assertThat(answers.subList(0, 2))
                        .noneMatch(CancelResult.Ended.class::isInstance)
                        .noneMatch(answer -> answer.equals(new CancelResult.AlreadyFinal(TaskState.CANCELED)));
                settlements.end(worker, "worker w1", "", List.of(AttemptEnd.failed(key, "interrupted", true)));
                assertThat(rows.state(key.task())).isEqualTo("CANCELED/USER");
            }
            assertOneEnd(key);
            count(answers.get(2));
        }
        assertThat(seen).as("the race was won and lost").hasSizeGreaterThan(1);
    }

    private void count(Object answer) {
        seen.merge(answer.getClass().getSimpleName(), 1, Integer::sum);
    }

    private void assertOneEnd(AttemptKey key) {
        assertThat(rows.history(key.task()).stream()
                        .filter(step ->
                                step.endsWith(">SUCCEEDED") || step.endsWith(">FAILED") || step.endsWith(">CANCELED")))
                .hasSize(1);
        assertThat(rows.reservations(key.task())).isEmpty();
    }

    /** Runs them at once, give or take a millisecond. */
    private List<Object> race(Callable<?>... calls) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(calls.length);
        List<Future<Object>> futures = new java.util.ArrayList<>();
        for (Callable<?> call : calls) {
            long pause = random.nextInt(1_000_000);
            futures.add(threads.submit(() -> {
                barrier.await(20, TimeUnit.SECONDS);
                LockSupport.parkNanos(pause);
                return call.call();
            }));
        }
        List<Object> answers = new java.util.ArrayList<>();
        for (Future<Object> future : futures) {
            answers.add(future.get(20, TimeUnit.SECONDS));
        }
        return answers;
    }
}
