package dev.holdfast.worker.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.claim.ClaimResult.Claimed;
import dev.holdfast.store.progress.ProgressNotes;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import dev.holdfast.worker.finish.Finisher;
import dev.holdfast.worker.finish.Roster;
import dev.holdfast.worker.heartbeat.Fence;
import dev.holdfast.worker.heartbeat.Halt;
import dev.holdfast.worker.join.Membership;
import dev.holdfast.worker.join.WorkerSettings;
import dev.holdfast.worker.rig.Rig;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import tools.jackson.databind.json.JsonMapper;

/** A process that was believed dead has a new incarnation and a new lease; what the old one had claimed is settled. */
class OldTermTest {

    private static final Incarnation BEFORE = Incarnation.next();

    private final WorkerSettings settings = new WorkerSettings(
            "w1",
            2,
            Set.of("default"),
            null,
            Duration.ofMillis(500),
            Duration.ofMinutes(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            false,
            null,
            null,
            false,
            false);
    private final Membership membership = new Membership(settings);
    private final Attempts attempts = new Attempts();
    private final JdbcClient nowhere = JdbcClient.create(new SingleConnectionDataSource());
    private final Finisher finisher =
            new Finisher(new Settlements(nowhere), new ProgressNotes(nowhere), new Roster(), "worker w1", () -> {});
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch halted = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final JsonMapper json = new JsonMapper();
    private final Slots slots = new Slots(2, () -> {});
    private final Runner runner = new Runner(
            new Handlers(
                    List.of(Rig.handler("stubborn", (input, task) -> {
                        started.countDown();
                        while (release.getCount() > 0) {
                            try {
                                release.await();
                            } catch (InterruptedException e) {
                                // will not stop
                            }
                        }
                        return null;
                    })),
                    json),
            json,
            attempts,
            finisher,
            membership,
            settings,
            (route, outcome, took) -> {});
    private final Fence fence = new Fence(settings, membership, attempts, new Halt(List.of(), halted::countDown));

    @AfterEach
    void end() {
        release.countDown();
        fence.stop();
    }

    @Test
    void a_claim_whose_answer_came_after_a_new_registration_starts_nothing() {
        membership.begin(BEFORE, System.nanoTime());
        membership.begin(Incarnation.next(), System.nanoTime());
        start();
        assertThat(attempts.all()).isEmpty();
        assertThat(finisher.waiting()).isOne();
        assertThat(slots.busy()).isZero();
    }

    @Test
    void code_from_before_a_new_registration_is_measured_by_the_lease_it_was_claimed_under() throws Exception {
        membership.begin(BEFORE, System.nanoTime());
        start();
        started.await();
        fence.start();
        membership.begin(Incarnation.next(), System.nanoTime());
        assertThat(halted.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(membership.remaining()).isGreaterThan(Duration.ofSeconds(30));
    }

    private void start() {
        Claimed claimed = new Claimed(
                new AttemptKey(new TaskId(UUID.randomUUID()), 1),
                new RouteName("default", "stubborn"),
                "{}",
                Duration.ofHours(1),
                7,
                true,
                false,
                null);
        runner.start(claimed, BEFORE, Objects.requireNonNull(slots.tryTake()));
    }
}
