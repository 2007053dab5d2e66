package dev.holdfast.dispatcher.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Broker;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.grant.Granted;
import dev.holdfast.store.grant.Lane;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.verification.Answers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Routes and windows. With the bounds of {@link PublishRig#settings()}: a route is gone after 1 s. */
class RoutesIT {

    private static final Duration SOON = Duration.ofSeconds(10);

    private final Broker broker = Backing.broker();
    private final PublishRig rig = new PublishRig(Backing.database().dataSource(), broker, PublishRig.settings());
    private final int route = rig.rows.openRoute("default", "echo");

    @AfterEach
    void stop() {
        rig.close();
        broker.close();
    }

    @Test
    void a_route_is_open_while_a_worker_with_a_valid_lease_serves_it() {
        rig.routeSweep.pass();
        assertThat(open()).isFalse();

        Incarnation worker = rig.worker("w1", 5);
        rig.routeSweep.pass();
        assertThat(open()).isTrue();
        assertThat(rig.grantSignals.get()).isPositive();

        rig.rows.expireLease(worker);
        rig.routeSweep.pass();
        assertThat(open()).isFalse();
    }

    @Test
    void what_was_published_to_a_route_that_nobody_serves_is_taken_back_after_a_while_and_parked() {
        Incarnation worker = rig.worker("w1", 5);
        rig.routeSweep.pass();
        AttemptKey queued = rig.rows.draft().exclusive("r1").queued();
        Granted ready = rig.ready(rig.rows.draft().waiting(), Duration.ofMinutes(1));
        rig.rows.expireLease(worker);

        rig.routeSweep.pass();
        assertThat(rig.rows.state(queued.task())).as("not at once").isEqualTo("QUEUED");

        await().atMost(SOON).untilAsserted(() -> {
            rig.routeSweep.pass();
            assertThat(rig.rows.state(queued.task())).isEqualTo("WAITING");
            assertThat(rig.state(ready)).isEqualTo("WAITING");
        });
        assertThat(rig.rows.reservations(queued.task())).containsExactly("r1=P");
        assertThat(reason(queued)).isEqualTo("ROUTE_GONE");
    }

    @Test
    void what_was_published_to_a_paused_queue_is_taken_back_at_once() {
        rig.worker("w1", 5);
        rig.routeSweep.pass();
        AttemptKey queued = rig.rows.draft().queued();
        rig.jdbc.sql("update route set paused = true").update();

        rig.routeSweep.pass();

        assertThat(rig.rows.state(queued.task())).isEqualTo("WAITING");
        assertThat(reason(queued)).isEqualTo("PAUSED");
    }

    @Test
    @Answers("S11")
    void a_window_is_the_slots_of_live_workers_less_what_is_with_the_broker() {
        rig.line.start();
        await().atMost(SOON).until(() -> rig.taskPublisher.budget() > 0);
        assertThat(rig.grantedTasks.lanes()).as("nobody serves it").isEmpty();

        rig.worker("w1", 5);
        Incarnation other = rig.worker("w2", 3);
        await().atMost(SOON).until(this::open);
        assertThat(rig.grantedTasks.lanes()).containsExactlyInAnyOrder(lane(true, 2), lane(false, 8));

        rig.rows.draft().queued();
        rig.rows.draft().queued();
        rig.ready(rig.rows.draft().waiting(), Duration.ofMinutes(1));
        assertThat(rig.grantedTasks.lanes()).contains(lane(false, 5));

        rig.rows.draft().running(other);
        assertThat(rig.grantedTasks.lanes()).as("claimed a moment ago").contains(lane(false, 6));
        await().atMost(SOON).until(() -> rig.grantedTasks.lanes().contains(lane(false, 5)));

        rig.jdbc
                .sql("insert into stale_message (task_id, attempt, route) values (gen_random_uuid(), 1, ?)")
                .params(route)
                .update();
        assertThat(rig.grantedTasks.lanes()).contains(lane(false, 4));

        rig.jdbc
                .sql("update worker set drain_requested = true where name = 'w1'")
                .update();
        assertThat(rig.grantedTasks.lanes()).as("3 slots are left, 4 are out").isEmpty();
    }

    @Test
    void a_small_window_is_2_and_each_worker_gets_one_suspect_at_a_time() {
        rig.line.start();
        await().atMost(SOON).until(() -> rig.taskPublisher.budget() > 0);
        rig.worker("w1", 1);
        await().atMost(SOON).until(this::open);
        assertThat(rig.grantedTasks.lanes()).containsExactlyInAnyOrder(lane(true, 1), lane(false, 2));

        AttemptKey suspect = rig.rows.draft().queued();
        rig.jdbc
                .sql("update task_live set losses = 1 where id = ?")
                .params(suspect.task().value())
                .update();

        assertThat(rig.grantedTasks.lanes()).containsExactly(lane(false, 1));
    }

    private Lane lane(boolean suspect, int room) {
        return new Lane(route, suspect, room);
    }

    private boolean open() {
        return rig.jdbc
                .sql("select open from route where id = ?")
                .params(route)
                .query(Boolean.class)
                .single();
    }

    private String reason(AttemptKey key) {
        return rig.jdbc
                .sql("select reason from history where task_id = ? order by version desc limit 1")
                .params(key.task().value())
                .query(String.class)
                .single();
    }
}
