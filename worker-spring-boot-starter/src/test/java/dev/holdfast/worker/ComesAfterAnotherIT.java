package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.worker.Heartbeats;
import dev.holdfast.store.worker.Registration;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.verification.Answers;
import dev.holdfast.worker.autoconfigure.Worker;
import dev.holdfast.worker.join.NameTakenException;
import dev.holdfast.worker.rig.Rig;
import dev.holdfast.worker.rig.Rig.Options;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ComesAfterAnotherIT {

    private final Rig rig = new Rig();
    private final TaskHandler<?, ?> echo = Rig.handler("echo", (input, task) -> null);

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    @Answers("P1")
    void a_proved_death_is_settled_at_once_before_anything_is_consumed() throws Exception {
        Incarnation dead = predecessor(Duration.ofHours(1));
        AttemptKey key = rig.rows.draft().exclusive("r").running(dead);
        Files.writeString(rig.stateDir.resolve("w1.lock"), dead + "\n");
        long began = System.nanoTime();
        rig.start(new Options(), echo);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
        assertThat(rig.outcomes(key.task())).containsExactly("LOST");
        assertThat(rig.rows.state(key.task())).isEqualTo("WAITING");
        assertThat(rig.workerStates()).containsExactly("LOST", "ALIVE");
        AttemptKey again = rig.publish(rig.rows.grant(key.task()));
        rig.await(again.task(), "SUCCEEDED");
    }

    @Test
    void without_proof_the_newcomer_waits_until_the_lease_has_run_out() throws Exception {
        Incarnation dead = predecessor(Duration.ofSeconds(3));
        AttemptKey key = rig.rows.draft().exclusive("r").running(dead);
        Files.writeString(rig.stateDir.resolve("w1.lock"), Incarnation.next() + "\n");
        rig.start(new Options(), echo);
        assertThat(rig.outcomes(key.task())).containsExactly("LOST");
        assertThat(rig.jdbc
                        .sql("select ended_at >= lease_until from worker where state = 'LOST'")
                        .query(Boolean.class)
                        .single())
                .isTrue();
    }

    @Test
    void beside_one_that_drains_both_go_on() throws Exception {
        Incarnation draining = predecessor(Duration.ofHours(1));
        rig.jdbc.sql("update worker set state = 'DRAINING'").update();
        AttemptKey theirs = rig.rows.draft().type("other").exclusive("r").queued();
        rig.start(new Options(), echo);
        assertThat(rig.workerStates()).containsExactly("DRAINING", "ALIVE");
        AttemptKey mine = rig.publish(rig.rows.draft().queued());
        rig.await(mine.task(), "SUCCEEDED");
        assertThat(new Heartbeats(rig.jdbc).beat(draining, Set.of(theirs))).isNotNull();
    }

    @Test
    void a_living_one_that_drains_with_the_lock_in_its_hands_keeps_nobody_out() throws Exception {
        AttemptKey key = rig.rows.draft().type("slow").exclusive("r").queued();
        rig.start(new Options().shutdownGrace(Duration.ofSeconds(20)), Rig.handler("slow", (input, task) -> {
            Thread.sleep(4000);
            return null;
        }));
        rig.publish(key);
        rig.await(key.task(), "RUNNING");
        rig.jdbc.sql("update worker set drain_requested = true").update();
        Rig.eventually(() -> assertThat(rig.workerStates()).containsExactly("DRAINING"));
        rig.start(new Options(), echo);
        assertThat(rig.workerStates()).containsExactly("DRAINING", "ALIVE");
        rig.await(key.task(), "SUCCEEDED");
        assertThat(rig.outcomes(key.task())).containsExactly("SUCCEEDED");
    }

    @Test
    void a_living_one_is_left_alone_and_the_newcomer_says_who_it_is() throws Exception {
        rig.start(new Options(), echo);
        assertThatThrownBy(() -> rig.start(new Options(), echo))
                .isInstanceOf(NameTakenException.class)
                .hasMessageContaining("pid " + ProcessHandle.current().pid());
        assertThat(rig.workerStates()).containsExactly("ALIVE");
    }

    @Test
    @Answers("P5")
    void a_start_changes_what_its_predecessor_left_and_no_other_row() throws Exception {
        Incarnation other = rig.rows.worker("w2", Duration.ofHours(1));
        rig.rows.draft().type("other").exclusive("a").running(other);
        rig.rows.draft().type("other").shared("b").queued();
        rig.rows.draft().type("other").exclusive("a").waiting();
        Incarnation dead = predecessor(Duration.ofHours(1));
        Files.writeString(rig.stateDir.resolve("w1.lock"), dead + "\n");
        List<String> before = versions();

        Worker first = rig.start(new Options(), echo);

        assertThat(rig.workerStates()).containsExactlyInAnyOrder("ALIVE", "LOST", "ALIVE");
        assertThat(versions()).as("nothing was left over").isEqualTo(before);
        first.stop();
        Incarnation next = predecessor(Duration.ofHours(1));
        Files.writeString(rig.stateDir.resolve("w1.lock"), next + "\n");
        AttemptKey left = rig.rows.draft().type("other").exclusive("c").running(next);
        rig.start(new Options(), echo);
        assertThat(rig.rows.state(left.task())).isEqualTo("WAITING");
        assertThat(versions()).containsAll(before);
    }

    /** Each version of each row of a task: a write makes another one, whatever it writes. */
    private List<String> versions() {
        return Stream.of("task", "task_live", "task_done", "reservation", "attempt", "history")
                .flatMap(table -> rig
                        .jdbc
                        .sql("select '" + table + "' || ctid || '/' || xmin from " + table)
                        .query(String.class)
                        .list()
                        .stream())
                .sorted()
                .toList();
    }

    private Incarnation predecessor(Duration ttl) {
        Incarnation incarnation = Incarnation.next();
        new Heartbeats(rig.jdbc)
                .register(new Registration(
                        incarnation, "w1", "elsewhere", 4711, Set.of("default"), Set.of("echo"), 10, ttl));
        return incarnation;
    }
}
