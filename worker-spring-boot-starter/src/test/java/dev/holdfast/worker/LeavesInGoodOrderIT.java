package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.task.AttemptKey;
import dev.holdfast.verification.Answers;
import dev.holdfast.worker.autoconfigure.Worker;
import dev.holdfast.worker.rig.Rig;
import dev.holdfast.worker.rig.Rig.Options;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeavesInGoodOrderIT {

    private final Rig rig = new Rig();
    private final TaskHandler<?, ?> sleep = sleeping("sleep", 60_000);

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    @Answers("P6")
    void what_can_finish_within_the_grace_finishes_and_the_rest_is_back_in_line_without_a_loss() throws Exception {
        AtomicReference<BooleanSupplier> leaving = new AtomicReference<>(() -> false);
        TaskHandler<?, ?> ends = Rig.handler("short", (input, task) -> {
            while (!Objects.requireNonNull(leaving.get()).getAsBoolean()) {
                Thread.sleep(5);
            }
            return null;
        });
        Worker worker = rig.worker(new Options().slots(3).shutdownGrace(Duration.ofSeconds(2)), sleep, ends);
        leaving.set(worker.membership()::isLeaving);
        worker.start();
        AttemptKey lasting =
                rig.publish(rig.rows.draft().type("sleep").exclusive("r").queued());
        AttemptKey canceling = rig.publish(
                rig.rows.draft().type("sleep").onWorkerLost("CANCEL").queued());
        rig.await(lasting.task(), "RUNNING");
        rig.await(canceling.task(), "RUNNING");
        AttemptKey quick = rig.publish(rig.rows.draft().type("short").queued());
        rig.await(quick.task(), "RUNNING");
        List<AttemptKey> unstarted = IntStream.range(0, 3)
                .mapToObj(i -> rig.publish(rig.rows.draft().type("short").queued()))
                .toList();
        worker.stop();
        assertThat(rig.rows.state(quick.task())).isEqualTo("SUCCEEDED");
        assertThat(rig.rows.state(lasting.task())).isEqualTo("WAITING");
        assertThat(rig.rows.reservations(lasting.task())).containsExactly("r=W");
        assertThat(rig.rows.state(canceling.task())).isEqualTo("CANCELED/WORKER_SHUTDOWN");
        assertThat(rig.outcomes(lasting.task())).containsExactly("INTERRUPTED");
        assertThat(rig.jdbc
                        .sql("select losses + failures from task_live where id = ?")
                        .params(lasting.task().value())
                        .query(Integer.class)
                        .single())
                .isZero();
        unstarted.forEach(key -> assertThat(rig.rows.state(key.task())).isEqualTo("QUEUED"));
        assertThat(rig.ready("short")).isEqualTo(3);
        assertThat(rig.workerStates()).containsExactly("STOPPED");
    }

    @Test
    void an_attempt_of_this_incarnation_that_the_process_does_not_know_of_is_settled_too() throws Exception {
        Worker worker = rig.start(new Options(), sleep);
        AttemptKey unknown = rig.rows.draft().type("sleep").exclusive("r").running(Rig.incarnation(worker));
        worker.stop();
        assertThat(rig.rows.state(unknown.task())).isEqualTo("WAITING");
        assertThat(rig.outcomes(unknown.task())).containsExactly("INTERRUPTED");
    }

    @Test
    @Answers("O2")
    void an_operators_drain_ends_the_row_and_lets_running_work_finish_under_a_living_lease() throws Exception {
        rig.start(new Options().shutdownGrace(Duration.ofSeconds(20)), sleeping("long", 5000));
        AttemptKey key =
                rig.publish(rig.rows.draft().type("long").exclusive("r").queued());
        rig.await(key.task(), "RUNNING");
        rig.jdbc.sql("update worker set drain_requested = true").update();
        Rig.eventually(() -> assertThat(rig.workerStates()).containsExactly("DRAINING"));
        assertThat(rig.consumers("long")).isZero();
        Rig.eventually(() -> assertThat(rig.workerStates()).containsExactly("STOPPED"));
        assertThat(rig.rows.state(key.task())).isEqualTo("SUCCEEDED");
    }

    private static TaskHandler<Object, Object> sleeping(String type, long millis) {
        return Rig.handler(type, (input, task) -> {
            Thread.sleep(millis);
            return null;
        });
    }
}
