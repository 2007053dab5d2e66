package dev.holdfast.dispatcher.reserve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.backing.Backing;
import dev.holdfast.loop.Loop;
import dev.holdfast.store.Retries;
import dev.holdfast.store.TaskRows;
import dev.holdfast.store.grant.GrantBounds;
import dev.holdfast.store.grant.GrantPass;
import dev.holdfast.store.grant.Granted;
import dev.holdfast.store.grant.Grantor;
import dev.holdfast.store.grant.Lane;
import dev.holdfast.store.grant.Lines;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.TaskId;
import dev.holdfast.verification.Answers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

class GrantLoopIT {

    private final DataSource source = Backing.database().dataSource();
    private final JdbcClient jdbc = JdbcClient.create(source);
    private final TaskRows rows = new TaskRows(jdbc);
    private final List<TaskId> published = new CopyOnWriteArrayList<>();
    private final List<Lane> lanes = new ArrayList<>();
    private final GrantLoop loop = loop(Duration.ZERO);
    private int route;

    @BeforeEach
    void open_a_route_with_room() {
        route = rows.openRoute("default", "echo");
        lanes.add(new Lane(route, false, 10));
    }

    private GrantLoop loop(Duration sweepGap) {
        Retries retries = new Retries(new SimpleMeterRegistry());
        Grantor grantor = new Grantor(UUID.randomUUID(), "dispatcher d1", Duration.ofSeconds(10));
        return new GrantLoop(
                new Lines(jdbc, retries),
                new Settlements(jdbc),
                new GrantPass(jdbc, new DataSourceTransactionManager(source), retries, grantor),
                GrantBounds.DEFAULT,
                () -> List.copyOf(lanes),
                tasks -> tasks.stream().map(Granted::key).forEach(key -> published.add(key.task())),
                "dispatcher d1",
                sweepGap);
    }

    @Test
    void what_is_grantable_is_ready_and_handed_over_and_what_is_blocked_waits() {
        TaskId first = rows.draft().exclusive("r").waiting();
        TaskId second = rows.draft().exclusive("r").waiting();

        assertThat(loop.runOnce()).isFalse();

        assertThat(published).containsExactly(first);
        assertThat(rows.state(first)).isEqualTo("READY");
        assertThat(rows.reservations(first)).containsExactly("r=H");
        assertThat(rows.history(first)).containsExactly(">WAITING", "WAITING>READY");
        assertThat(rows.state(second)).isEqualTo("WAITING");
        assertThat(rows.reservations(second)).containsExactly("r=W");
    }

    @Test
    void due_tasks_get_their_places_by_due_time_and_are_granted_in_the_same_turn() {
        TaskId later = scheduled("1 s", "r");
        TaskId earlier = scheduled("2 s", "r");
        TaskId notDue = scheduled("-60 s", "r");

        loop.runOnce();

        assertThat(published).containsExactly(earlier);
        assertThat(rows.history(later)).containsExactly(">WAITING", "SCHEDULED>WAITING");
        assertThat(rows.state(notDue)).isEqualTo("SCHEDULED");
        assertThat(rows.reservations(notDue)).containsExactly("r=P");
    }

    @Test
    void an_expired_task_ends_and_makes_way_in_the_same_turn() {
        TaskId holder = rows.draft().exclusive("r").waiting();
        loop.runOnce();
        TaskId expired = rows.draft().exclusive("r").exclusive("s").waiting();
        TaskId behind = rows.draft().exclusive("s").waiting();
        loop.runOnce();
        assertThat(published).containsExactly(holder);

        jdbc.sql("update task_live set expires_at = clock_timestamp() - interval '1 s' where id = ?")
                .params(expired.value())
                .update();
        loop.runOnce();

        assertThat(rows.state(expired)).isEqualTo("FAILED/EXPIRED");
        assertThat(published).containsExactly(holder, behind);
    }

    @Test
    void tasks_of_a_closed_route_leave_the_line_and_come_back_to_their_places() {
        TaskId parked = rows.draft().type("other").exclusive("r").waiting();
        TaskId behind = rows.draft().exclusive("r").waiting();
        serve("other", false);

        loop.runOnce();

        assertThat(published).containsExactly(behind);
        assertThat(rows.reservations(parked)).containsExactly("r=P");

        TaskId last = rows.draft().exclusive("r").waiting();
        lanes.add(new Lane(rows.openRoute("default", "other"), false, 10));
        serve("other", true);
        new Settlements(jdbc).cancelUnstarted("test", List.of(behind));
        loop.runOnce();

        assertThat(published).containsExactly(behind, parked);
        assertThat(rows.state(last)).isEqualTo("WAITING");
    }

    @Test
    void without_room_nothing_is_granted_but_the_marks_are_used() {
        lanes.clear();
        TaskId task = rows.draft().exclusive("r").waiting();
        new Settlements(jdbc)
                .cancelUnstarted("test", List.of(rows.draft().exclusive("r").waiting()));
        assertThat(rows.marks()).containsExactly("r");

        loop.runOnce();

        assertThat(rows.marks()).isEmpty();
        assertThat(rows.state(task)).isEqualTo("WAITING");
    }

    @Test
    void a_sweep_that_fails_does_not_keep_the_grants_waiting() throws SQLException {
        TaskId expired = rows.draft().waiting();
        TaskId free = rows.draft().waiting();
        jdbc.sql("update task_live set expires_at = clock_timestamp() - interval '1 s' where id = ?")
                .params(expired.value())
                .update();
        try (Connection other = source.getConnection();
                var lock = other.createStatement()) {
            other.setAutoCommit(false);
            lock.execute("select 1 from task_live where id = '" + expired + "' for update");

            assertThatThrownBy(loop::runOnce).hasMessageContaining("lock timeout");

            assertThat(published).containsExactly(free);
            other.rollback();
        }
    }

    @Test
    void a_signal_starts_a_turn_long_before_the_sweep() {
        WorkSignal signal = new WorkSignal();
        signal.look();
        GrantLoop turns = loop(Duration.ofSeconds(30));
        Loop thread = new Loop("grants", Duration.ofSeconds(30), turns::runOnce);
        signal.listener(thread::signal);
        thread.start();
        try {
            TaskId task = rows.draft().waiting();
            signal.look();
            await().atMost(Duration.ofSeconds(5))
                    .untilAsserted(() -> assertThat(published).containsExactly(task));
        } finally {
            thread.stop();
        }
    }

    @Test
    @Answers("O9")
    void a_task_that_nobody_serves_expires_too() {
        TaskId parked = rows.draft().type("nobody").exclusive("r").waiting();
        serve("nobody", false);
        loop.runOnce();
        assertThat(rows.reservations(parked)).containsExactly("r=P");

        jdbc.sql("update task_live set expires_at = clock_timestamp() - interval '1 s'")
                .update();
        loop.runOnce();

        assertThat(rows.state(parked)).isEqualTo("FAILED/EXPIRED");
        assertThat(rows.reservations(parked)).isEmpty();
    }

    private void serve(String type, boolean served) {
        jdbc.sql("update route set served = ? where type = ?")
                .params(served, type)
                .update();
    }

    private TaskId scheduled(String overdue, String resource) {
        TaskId id = rows.draft().exclusive(resource).waiting();
        jdbc.sql("""
                update task_live set state = 'SCHEDULED', wait = null, place = null,
                  due_at = clock_timestamp() - cast(? as interval) where id = ?""").params(overdue, id.value()).update();
        jdbc.sql("update reservation set status = 'P', place = null where task_id = ?")
                .params(id.value())
                .update();
        return id;
    }
}
