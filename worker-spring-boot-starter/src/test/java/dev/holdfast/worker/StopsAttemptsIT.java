package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.task.AttemptKey;
import dev.holdfast.verification.Answers;
import dev.holdfast.worker.rig.Rig;
import dev.holdfast.worker.rig.Rig.Options;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StopsAttemptsIT {

    private final Rig rig = new Rig();
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger killed = new AtomicInteger();

    private final TaskHandler<?, ?> sleep = Rig.handler("sleep", (input, task) -> {
        Thread.sleep(60_000);
        return null;
    });
    private final TaskHandler<?, ?> polite = Rig.handler("polite", (input, task) -> {
        while (!task.isCanceled()) {
            Thread.sleep(5);
        }
        return "done";
    });
    private final TaskHandler<?, ?> stubborn = Rig.handler("stubborn", (input, task) -> {
        while (release.getCount() > 0) {
            try {
                release.await();
            } catch (InterruptedException e) {
                // will not stop
            }
        }
        return null;
    });

    @AfterEach
    void close() {
        release.countDown();
        rig.close();
    }

    @Test
    @Answers("O29")
    void a_cancel_interrupts_and_the_task_ends_as_what_its_code_did() throws Exception {
        rig.start(new Options(), sleep, Rig.handler("polite", (input, task) -> {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                // finishes what it began
            }
            return "done";
        }));
        AttemptKey interrupted = rig.publish(rig.rows.draft().type("sleep").queued());
        AttemptKey returned = rig.publish(rig.rows.draft().type("polite").queued());
        rig.await(interrupted.task(), "RUNNING");
        rig.await(returned.task(), "RUNNING");
        rig.cancel(interrupted);
        rig.cancel(returned);
        rig.await(interrupted.task(), "CANCELED/USER");
        rig.await(returned.task(), "SUCCEEDED");
    }

    @Test
    @Answers({"S22", "O17"})
    void a_timeout_interrupts_and_counts_as_a_failure_even_if_the_code_then_returns() throws Exception {
        rig.start(new Options(), sleep, polite);
        AttemptKey again = rig.publish(rig.rows
                .draft()
                .type("sleep")
                .maxAttempts(2)
                .timeout(Duration.ofMillis(300))
                .queued());
        AttemptKey once = rig.publish(
                rig.rows.draft().type("polite").timeout(Duration.ofMillis(300)).queued());
        rig.await(again.task(), "SCHEDULED");
        rig.await(once.task(), "FAILED/TIMEOUT");
        assertThat(rig.outcomes(again.task())).containsExactly("TIMED_OUT");
    }

    @Test
    void code_without_resources_that_ignores_its_timeout_is_settled_and_keeps_its_slot() throws Exception {
        var worker = rig.start(new Options().stopGrace(Duration.ofMillis(300)), stubborn);
        AttemptKey key = rig.publish(rig.rows
                .draft()
                .type("stubborn")
                .timeout(Duration.ofMillis(200))
                .queued());
        rig.await(key.task(), "FAILED/TIMEOUT");
        assertThat(worker.slots().busy()).isEqualTo(1);
        release.countDown();
        Rig.eventually(() -> assertThat(worker.slots().busy()).isZero());
        assertThat(rig.outcomes(key.task())).containsExactly("TIMED_OUT");
        assertThat(rig.ends).isEmpty();
    }

    @Test
    @Answers("O17")
    void code_with_resources_that_ignores_its_timeout_condemns_the_worker() throws Exception {
        Options options = new Options()
                .stopGrace(Duration.ofMillis(300))
                .shutdownGrace(Duration.ofMillis(1500))
                .children(killed::incrementAndGet);
        rig.start(options, stubborn, sleep, Rig.handler("short", (input, task) -> {
            Thread.sleep(1000);
            return null;
        }));
        AttemptKey other = rig.publish(rig.rows.draft().type("sleep").queued());
        AttemptKey quick = rig.publish(rig.rows.draft().type("short").queued());
        AttemptKey culprit = rig.publish(rig.rows
                .draft()
                .type("stubborn")
                .exclusive("r")
                .timeout(Duration.ofMillis(200))
                .queued());
        Rig.eventually(() -> assertThat(rig.ends).contains("halted"));
        assertThat(killed.get()).isPositive();
        assertThat(rig.rows.state(quick.task())).isEqualTo("SUCCEEDED");
        assertThat(rig.rows.state(other.task())).isEqualTo("WAITING");
        assertThat(rig.outcomes(other.task())).containsExactly("INTERRUPTED");
        // Its code still runs: this process only pretends to halt. So nobody else may have the resource yet.
        assertThat(rig.workerStates()).containsExactly("CONDEMNED");
        assertThat(rig.rows.state(culprit.task())).isEqualTo("RUNNING");
        assertThat(rig.rows.reservations(culprit.task())).containsExactly("r=H");
        Rig.eventually(() -> assertThat(rig.settleExpired()).isOne());
        assertThat(rig.rows.state(culprit.task())).isEqualTo("FAILED/TIMEOUT");
        assertThat(rig.rows.reservations(culprit.task())).isEmpty();
    }

    @Test
    @Answers("O30")
    void code_with_resources_that_ignores_its_cancel_condemns_the_worker() throws Exception {
        rig.start(
                new Options()
                        .stopGrace(Duration.ofMillis(300))
                        .shutdownGrace(Duration.ofMillis(500))
                        .children(killed::incrementAndGet),
                stubborn);
        AttemptKey key = rig.publish(
                rig.rows.draft().type("stubborn").exclusive("r").maxAttempts(5).queued());
        rig.await(key.task(), "RUNNING");
        rig.cancel(key);
        Rig.eventually(() -> assertThat(rig.ends).contains("halted"));
        assertThat(killed.get()).isPositive();
        // Its code still runs: this process only pretends to halt.
        assertThat(rig.workerStates()).containsExactly("CONDEMNED");
        assertThat(rig.rows.reservations(key.task())).containsExactly("r=H");
        Rig.eventually(() -> assertThat(rig.settleExpired()).isOne());
        assertThat(rig.rows.state(key.task())).isEqualTo("CANCELED/USER");
        assertThat(rig.rows.reservations(key.task())).isEmpty();
    }
}
