package dev.holdfast.store.grant;

import static dev.holdfast.store.grant.GrantSql.GRANT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.holdfast.store.grant.Stage.Wish;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Reason;
import dev.holdfast.task.TaskId;
import dev.holdfast.verification.Answers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Interleavings that random runs seldom meet: what others do between two statements of a pass, or commit late. */
class GrantInterleavingIT {

    private static final Map<String, Boolean> X = Map.of("r", true);
    private static final Map<String, Boolean> S = Map.of("r", false);

    private static final Stage stage = new Stage();

    private final Session other = stage.session();
    private final GrantPass pass = stage.clear().main.pass();

    @AfterEach
    void end_what_is_open() {
        other.close();
    }

    @AfterAll
    static void close() {
        stage.close();
    }

    @Test
    @Answers("O16")
    void a_watcher_that_commits_after_its_blocker_left_and_the_mark_was_used_is_found() {
        TaskId holder = submit(stage.main, X);
        assertThat(go()).containsExactly(holder);
        other.begin();
        TaskId late = stage.submit(other, new Wish(stage.routes.get(0), 1, X, true, 1, 3));
        finish(stage.main, holder);
        assertThat(go()).isEmpty();
        other.commit();

        assertThat(go()).containsExactly(late);
    }

    @Test
    @Answers("O16")
    void a_finish_that_commits_after_the_pass_saw_its_task_hold_is_found() {
        TaskId holder = submit(stage.main, X);
        go();
        TaskId next = submit(stage.main, X);
        other.begin();
        finish(other, holder);
        assertThat(go()).isEmpty();
        other.commit();

        assertThat(go()).containsExactly(next);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lock", "read-marks", "candidates", "evaluate", "watch"})
    void a_blocker_that_leaves_before_any_statement_of_the_pass_wakes_the_next(String statement) {
        TaskId holder = submit(stage.main, X);
        go();
        TaskId next = submit(stage.main, X);

        List<TaskId> granted = new ArrayList<>(go(before(statement, () -> finish(other, holder))));
        granted.addAll(go());

        assertThat(granted).containsExactly(next);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lock", "read-marks", "wake", "delete-marks", "candidates"})
    void a_mark_written_while_another_one_of_the_same_resource_is_used_survives(String statement) {
        assertThat(nextAfterAMarkDuringThePass(stage, other, GrantSql.ours(), statement))
                .isEqualTo(1);
    }

    /** How many are granted when the blocker of a watcher leaves during a pass that uses an older mark of the resource. */
    static int nextAfterAMarkDuringThePass(Stage stage, Session other, GrantSql sql, String statement) {
        List<Lane> lanes = stage.lanes(100);
        Wish wish = Wish.of(stage.routes.get(0), X);
        TaskId holder = stage.submit(stage.main, wish);
        TaskId next = stage.submit(stage.main, wish);
        TaskId canceled = stage.submit(stage.main, wish);
        assertThat(stage.main.pass().run(lanes, GrantBounds.DEFAULT).granted()).hasSize(1);
        cancel(stage.main, canceled);

        GrantPass during = stage.main.pass(before(sql, statement, () -> cancel(other, holder)));
        List<Granted> granted =
                new ArrayList<>(during.run(lanes, GrantBounds.DEFAULT).granted());
        granted.addAll(during.run(lanes, GrantBounds.DEFAULT).granted());
        assertThat(granted).allMatch(task -> task.key().task().equals(next));
        return granted.size();
    }

    @Test
    void a_watcher_locked_by_a_cancel_keeps_its_mark_and_is_granted_after_the_rollback() {
        List<TaskId> line = lineOfThree();
        other.begin();
        cancel(other, line.get(1));
        finish(stage.main, line.get(0));
        assertThat(go()).isEmpty();
        assertThat(stage.marks()).containsExactly("r");
        other.rollback();

        assertThat(go()).containsExactly(line.get(1));
        assertThat(stage.marks()).isEmpty();
    }

    @Test
    void the_one_behind_a_watcher_whose_cancel_commits_is_granted() {
        List<TaskId> line = lineOfThree();
        other.begin();
        cancel(other, line.get(1));
        finish(stage.main, line.get(0));
        assertThat(go()).isEmpty();
        other.commit();

        assertThat(go()).containsExactly(line.get(2));
    }

    @Test
    void a_return_to_a_place_ahead_of_a_canceled_exclusive_request_is_granted_with_those_behind() {
        TaskId first = submit(stage.main, S);
        TaskId exclusive = submit(stage.main, X);
        TaskId last = submit(stage.main, S);
        assertThat(go()).containsExactly(first);
        stage.main.settlements.takeBack("test", Reason.PAUSED, List.of(new AttemptKey(first, 1)));
        cancel(stage.main, exclusive);

        assertThat(go()).containsExactly(first, last);
    }

    @Test
    void the_watch_moves_to_the_next_resource_that_blocks() {
        TaskId r = submit(stage.main, X);
        TaskId o = submit(stage.main, Map.of("o", true));
        go();
        TaskId both = submit(stage.main, Map.of("o", true, "r", true));
        go();
        finish(stage.main, o);
        assertThat(go()).isEmpty();
        finish(stage.main, r);

        assertThat(go()).containsExactly(both);
    }

    @Test
    void a_second_pass_waits_for_the_first_and_then_sees_its_holders() throws Exception {
        assertThat(secondPassBesideAnUncommittedFirst(stage, other, GrantSql.ours()))
                .isEmpty();
    }

    @Test
    void a_pass_that_is_frozen_is_cut_off_before_the_next_gives_up() {
        TaskId task = submit(stage.main, X);
        stage.main.jdbc.sql("set lock_timeout = '1s'").update();
        other.begin();
        other.jdbc.sql(GrantSql.ours().text(GrantSql.LOCK)).query().singleRow();

        assertThat(go()).containsExactly(task);
        stage.main.jdbc.sql("set lock_timeout = '20s'").update();
    }

    /**
     * Between the evaluation and the commit of a first pass comes a more urgent request that conflicts with what the first
     * pass grants, and a second pass that sees it. Returns what the second one granted.
     */
    static Set<TaskId> secondPassBesideAnUncommittedFirst(Stage stage, Session other, GrantSql sql) throws Exception {
        Session third = stage.session();
        TaskId first = stage.submit(stage.main, new Wish(stage.routes.get(0), 5, X, false, 1, 3));
        Map<TaskId, CompletableFuture<GrantResult>> second = new ConcurrentHashMap<>();
        GrantSql interrupted = before(sql, GRANT, () -> {
            TaskId urgent = stage.submit(third, new Wish(stage.routes.get(0), 0, S, false, 1, 3));
            CompletableFuture<GrantResult> running =
                    CompletableFuture.supplyAsync(() -> other.pass(sql).run(stage.lanes(100), GrantBounds.DEFAULT));
            second.put(urgent, running);
            awaitWaitingForTheLock(third);
        });
        GrantResult result = stage.main.pass(interrupted).run(stage.lanes(100), GrantBounds.DEFAULT);
        assertThat(result.granted()).extracting(g -> g.key().task()).containsExactly(first);
        Set<TaskId> granted = new HashSet<>();
        for (CompletableFuture<GrantResult> running : second.values()) {
            running.get().granted().forEach(g -> granted.add(g.key().task()));
        }
        return granted;
    }

    private static void awaitWaitingForTheLock(Session session) {
        await().until(() -> session.jdbc
                .sql("select exists (select from pg_locks where locktype = 'advisory' and not granted)")
                .query(Boolean.class)
                .single());
    }

    /** The xid leads the key of the marks, and the pass begins to read where all earlier ones were used. */
    @ParameterizedTest
    @ValueSource(strings = {"lock", "read-marks", "wake", "delete-marks", "candidates", "evaluate", "grant"})
    @Answers("O40")
    void a_mark_of_an_older_transaction_that_commits_during_the_pass_is_not_passed_over(String statement) {
        TaskId h = submit(stage.main, X);
        TaskId g = submit(stage.main, Map.of("o", true));
        go();
        TaskId t = submit(stage.main, X);
        TaskId u = submit(stage.main, Map.of("o", true));
        go();
        Session third = stage.session();
        other.begin();
        finish(other, h); // the older transaction …
        finish(third, g); // … and a younger one, committed

        List<TaskId> granted = new ArrayList<>(go(before(statement, other::commit)));
        granted.addAll(go());
        granted.addAll(go());

        assertThat(granted).containsExactlyInAnyOrder(t, u);
    }

    @Test
    void a_pass_passes_over_a_candidate_that_somebody_holds_and_finds_it_next_time() {
        TaskId held = submit(stage.main, X);
        TaskId free = submit(stage.main, Map.of("o", true));
        other.begin();
        other.jdbc
                .sql("select id from task_live where id = ? for update")
                .params(held.value())
                .query((rs, row) -> row)
                .list();

        assertThat(go()).containsExactly(free);
        other.rollback();
        assertThat(go()).containsExactly(held);
    }

    @Test
    void a_damaged_task_is_not_granted_and_does_not_stop_its_lane() {
        TaskId damaged = submit(stage.main, Map.of("o", true));
        stage.main
                .jdbc
                .sql("delete from reservation where task_id = ?")
                .params(damaged.value())
                .update();
        TaskId behind = submit(stage.main, X);

        assertThat(go()).containsExactly(behind);
    }

    @Test
    void a_reservation_that_changes_behind_the_locks_rolls_the_grant_back() {
        TaskId task = submit(stage.main, X);
        Runnable damage = () -> other.jdbc
                .sql("delete from reservation where task_id = ?")
                .params(task.value())
                .update();

        assertThatThrownBy(() -> go(before(GRANT, damage)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("wants 1 resources, got 0");
        assertThat(stage.main
                        .jdbc
                        .sql("select state from task_live")
                        .query(String.class)
                        .single())
                .isEqualTo("WAITING");
    }

    @Test
    void no_grant_is_made_before_all_marks_are_used() {
        TaskId holder = submit(stage.main, X);
        go();
        TaskId better = stage.submit(stage.main, new Wish(stage.routes.get(0), 0, X, false, 1, 3));
        go();
        TaskId worse = submit(stage.main, Map.of("o", true));
        finish(stage.main, holder);
        GrantBounds tiny = new GrantBounds(1, 1);
        List<Lane> one = List.of(new Lane(stage.routes.get(0), false, 1));

        GrantResult first = pass.run(one, tiny);
        assertThat(first.granted()).isEmpty();
        assertThat(first.more()).isTrue();
        assertThat(pass.run(one, tiny).granted())
                .extracting(g -> g.key().task())
                .containsExactly(better);
        assertThat(pass.run(one, tiny).granted())
                .extracting(g -> g.key().task())
                .containsExactly(worse);
    }

    private List<TaskId> lineOfThree() {
        List<TaskId> line = List.of(submit(stage.main, X), submit(stage.main, X), submit(stage.main, X));
        assertThat(go()).containsExactly(line.get(0));
        return line;
    }

    private List<TaskId> go() {
        return go(pass);
    }

    private List<TaskId> go(GrantPass other) {
        return other.run(stage.lanes(100), GrantBounds.DEFAULT).granted().stream()
                .map(g -> g.key().task())
                .toList();
    }

    /** A pass during which something happens once, before it runs that statement. */
    private GrantPass before(String statement, Runnable what) {
        return stage.main.pass(before(GrantSql.ours(), statement, what));
    }

    static GrantSql before(GrantSql sql, String statement, Runnable what) {
        boolean[] done = {false};
        return name -> {
            if (name.equals(statement) && !done[0]) {
                done[0] = true;
                what.run();
            }
            // What happens may take its time.
            return sql.text(name).replace("'750ms'", "'0'");
        };
    }

    private TaskId submit(Session by, Map<String, Boolean> resources) {
        return stage.submit(by, Wish.of(stage.routes.get(0), resources));
    }

    private void finish(Session by, TaskId task) {
        cancel(by, task);
    }

    private static void cancel(Session by, TaskId task) {
        assertThat(by.settlements.cancelUnstarted("test", List.of(task))).hasSize(1);
    }
}
