package dev.holdfast.store.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import java.sql.Connection;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of violation, planted among tasks that are in order. */
class ChecksIT {

    /**
     * Something wrong.
     *
     * @param plant brings it about; answers with the tasks that are to be named
     */
    record Plant(String name, Invariant invariant, boolean repairable, Function<CheckFixture, List<TaskId>> plant) {
        @Override
        public String toString() {
            return invariant.id() + ": " + name;
        }
    }

    static Stream<Plant> plants() {
        return Stream.of(
                repairable("one runs, one is queued", Invariant.CONFLICTING_HOLDERS, db -> {
                    AttemptKey runs = db.running(db.rows.draft().exclusive("r").waiting(), db.living);
                    TaskId queued = db.rows.draft().exclusive("other").waiting();
                    db.queued(queued);
                    change(db, "drop index reservation_held_exclusive");
                    change(db, "update reservation set resource = 'r' where task_id = ?", queued);
                    return List.of(runs.task(), queued);
                }),
                repairable("a writer is queued with a reader", Invariant.CONFLICTING_HOLDERS, db -> {
                    TaskId reader = db.rows.draft().shared("r").waiting();
                    db.queued(reader);
                    TaskId writer = db.rows.draft().exclusive("other").waiting();
                    db.queued(writer);
                    change(db, "update reservation set resource = 'r' where task_id = ?", writer);
                    return List.of(reader, writer);
                }),
                hopeless("both run", Invariant.CONFLICTING_HOLDERS, db -> {
                    AttemptKey one = db.running(db.rows.draft().exclusive("r").waiting(), db.living);
                    AttemptKey two = db.running(db.rows.draft().shared("other").waiting(), db.living);
                    change(db, "update reservation set resource = 'r' where task_id = ?", two.task());
                    return List.of(one.task(), two.task());
                }),
                repairable("a finished task holds", Invariant.RESERVED_FOR_NOBODY, db -> nobody(db, true, "H")),
                repairable("a finished task is in line", Invariant.RESERVED_FOR_NOBODY, db -> nobody(db, true, "W")),
                repairable("an unknown task is in line", Invariant.RESERVED_FOR_NOBODY, db -> nobody(db, false, "W")),
                repairable("a waiting task holds", Invariant.HELD_WITHOUT_GRANT, db -> {
                    TaskId task = db.rows.draft().exclusive("r").waiting();
                    change(db, "update reservation set status = 'H' where task_id = ?", task);
                    return List.of(task);
                }),
                repairable("a queued task holds half", Invariant.HELD_WITHOUT_GRANT, db -> {
                    TaskId task = db.rows.draft().exclusive("r").exclusive("s").waiting();
                    db.queued(task);
                    change(db, "update reservation set status = 'W' where resource = 's' and task_id = ?", task);
                    return List.of(task);
                }),
                hopeless("a running task holds nothing", Invariant.HELD_WITHOUT_GRANT, db -> {
                    AttemptKey key = db.running(db.rows.draft().exclusive("r").waiting(), db.living);
                    change(db, "delete from reservation where task_id = ?", key.task());
                    return List.of(key.task());
                }),
                repairable("its lease ran out long ago", Invariant.DEAD_RUNNERS, db -> {
                    Incarnation dead = db.rows.worker("dead", Duration.ofHours(1));
                    AttemptKey key = db.running(db.rows.draft().exclusive("r").waiting(), dead);
                    change(
                            db,
                            "update worker set ttl_ms = 1000, lease_until = now() - interval '1 minute' where name = 'dead'");
                    return List.of(key.task());
                }),
                repairable("its row has ended", Invariant.DEAD_RUNNERS, db -> {
                    Incarnation dead = db.rows.worker("dead", CheckFixture.TTL);
                    AttemptKey key = db.running(db.rows.draft().exclusive("r").waiting(), dead);
                    change(
                            db,
                            "update worker set state = 'LOST', ended_at = now() - interval '1 minute' where name = 'dead'");
                    return List.of(key.task());
                }),
                repairable("it has no row", Invariant.DEAD_RUNNERS, db -> {
                    Incarnation dead = db.rows.worker("dead", CheckFixture.TTL);
                    AttemptKey key = db.running(db.rows.draft().exclusive("r").waiting(), dead);
                    change(db, "delete from worker where name = 'dead'");
                    change(db, "update task_live set claimed_at = now() - interval '1 hour' where id = ?", key.task());
                    // Time in which the server was not up does not count, and here it may have come up a moment ago.
                    Awaitility.await()
                            .atMost(Duration.ofSeconds(20))
                            .until(() -> db.upFor().compareTo(Duration.ofSeconds(11)) > 0);
                    return List.of(key.task());
                }),
                repairable("parked, though the route is open", Invariant.WAITING_IN_NO_LINE, db -> {
                    TaskId task = db.rows.draft().exclusive("r").waiting();
                    change(db, "update task_live set wait = 'P' where id = ?", task);
                    change(db, "update reservation set status = 'P' where task_id = ?", task);
                    return List.of(task);
                }),
                repairable("in line, though the route is closed", Invariant.WAITING_IN_NO_LINE, db -> {
                    TaskId task = db.rows.draft().type("gone").exclusive("r").waiting();
                    change(db, "update route set served = false where type = 'gone'");
                    return List.of(task);
                }),
                repairable("it watches what is free", Invariant.WAITING_IN_NO_LINE, db -> {
                    AttemptKey holder =
                            db.running(db.rows.draft().exclusive("r").waiting(), db.living);
                    TaskId task = db.rows.draft().exclusive("r").waiting();
                    db.grant();
                    db.succeed(holder, db.living);
                    change(db, "delete from grant_mark");
                    return List.of(task);
                }),
                repairable("it watches what it did not ask for", Invariant.WAITING_IN_NO_LINE, db -> {
                    TaskId task = db.rows.draft().exclusive("r").waiting();
                    change(
                            db,
                            "update task_live set wait = 'W', watch = 'by:1', watch_exclusive = true where id = ?",
                            task);
                    return List.of(task);
                }),
                repairable("a request of it is missing", Invariant.WAITING_IN_NO_LINE, db -> {
                    TaskId task = db.rows.draft().exclusive("r").exclusive("s").waiting();
                    change(
                            db,
                            "update task set resources = '[{\"resource\": \"r\", \"mode\": \"EXCLUSIVE\"},"
                                    + " {\"resource\": \"s\", \"mode\": \"EXCLUSIVE\"}]' where id = ?",
                            task);
                    change(db, "delete from reservation where resource = 's' and task_id = ?", task);
                    return List.of(task);
                }),
                repairable("a request of it stands elsewhere", Invariant.WAITING_IN_NO_LINE, db -> {
                    TaskId task = db.rows.draft().exclusive("r").waiting();
                    change(db, "update reservation set place = place + 1000 where task_id = ?", task);
                    return List.of(task);
                }),
                repairable("due, and in no line", Invariant.WAITING_IN_NO_LINE, db -> {
                    TaskId task = db.rows.draft().exclusive("r").waiting();
                    change(
                            db,
                            "update task_live set state = 'SCHEDULED', wait = null, due_at = now() - interval '1 h' where id = ?",
                            task);
                    change(db, "update reservation set status = 'P' where task_id = ?", task);
                    change(db, "update history set to_state = 'SCHEDULED' where task_id = ?", task);
                    return List.of(task);
                }),
                repairable("READY for long", Invariant.UNPUBLISHED, db -> {
                    TaskId task = db.rows.draft().exclusive("r").waiting();
                    db.ready(task);
                    change(db, "update task_live set since = now() - interval '1 minute' where id = ?", task);
                    return List.of(task);
                }),
                repairable("the broker holds nothing", Invariant.LOST_MESSAGES, db -> {
                    TaskId task = db.rows.draft().exclusive("r").waiting();
                    db.queued(task);
                    change(db, "update task_live set published_at = now() - interval '1 minute' where id = ?", task);
                    db.brokerHolds = OptionalInt.of(0);
                    return List.of(task);
                }),
                hopeless(
                        "a row is missing",
                        Invariant.BROKEN_HISTORY,
                        db -> history(db, "delete from history where version = 2 and task_id = ?")),
                hopeless(
                        "it has none",
                        Invariant.BROKEN_HISTORY,
                        db -> history(db, "delete from history where task_id = ?")),
                hopeless(
                        "the last row is missing",
                        Invariant.BROKEN_HISTORY,
                        db -> history(db, "delete from history where version = 3 and task_id = ?")),
                hopeless(
                        "there is no such step",
                        Invariant.BROKEN_HISTORY,
                        db -> history(
                                db,
                                "update history set to_state = 'CANCELING',"
                                        + " from_state = case version when 2 then from_state else 'CANCELING' end where version > 1 and task_id = ?")),
                hopeless(
                        "a row leaves where nobody was",
                        Invariant.BROKEN_HISTORY,
                        db -> history(
                                db, "update history set from_state = 'RUNNING' where version = 3 and task_id = ?")),
                hopeless("final twice", Invariant.TWO_ENDS, db -> {
                    TaskId task = done(db);
                    change(db, "drop index history_one_final");
                    change(
                            db,
                            "insert into history (task_id, version, from_state, to_state, attempt, actor)"
                                    + " select task_id, version + 1, 'RUNNING', 'SUCCEEDED', 1, 'x' from history where to_state = 'SUCCEEDED' and task_id = ?",
                            task);
                    return List.of(task);
                }),
                hopeless("finished and unfinished", Invariant.TWO_ENDS, db -> {
                    TaskId task = db.rows.draft().waiting();
                    db.queued(task);
                    change(
                            db,
                            "insert into task_done (id, state, reason, version, attempt, urgency, failures, losses)"
                                    + " values (?, 'FAILED', 'ERROR', 4, 1, 9, 0, 0)",
                            task);
                    return List.of(task);
                }),
                hopeless("neither", Invariant.TWO_ENDS, db -> {
                    TaskId task = db.rows.draft().waiting();
                    change(db, "delete from task_live where id = ?", task);
                    return List.of(task);
                }));
    }

    @ParameterizedTest
    @MethodSource("plants")
    void what_is_wrong_is_named_and_repaired_and_nothing_else_is_touched(Plant plant) {
        CheckFixture db = new CheckFixture();
        List<TaskId> others = db.bystanders();
        assertThat(db.violations()).as("before").isEmpty();
        List<TaskId> wrong = plant.plant().apply(db);
        List<String> before = db.picture(others);

        Map<Invariant, List<Violation>> found = db.violations();

        assertThat(tasks(found.getOrDefault(plant.invariant(), List.of()))).containsExactlyInAnyOrderElementsOf(wrong);
        assertThat(found.values().stream().flatMap(v -> tasks(v).stream())).allMatch(wrong::contains);
        List<Repaired> done = db.repairs.repair(findings(db));
        db.brokerHolds = OptionalInt.of(1_000);
        if (plant.repairable()) {
            assertThat(done).anyMatch(r -> r.settled() && wrong.contains(r.task()));
            assertThat(db.violations()).isEmpty();
            assertThat(db.repairs.repair(findings(db))).isEmpty();
            assertThat(traces(db, wrong)).isNotEmpty();
        } else {
            assertThat(done).isNotEmpty().noneMatch(Repaired::settled);
            assertThat(db.violations()).containsKey(plant.invariant());
        }
        assertThat(db.picture(others)).isEqualTo(before);
    }

    @Test
    void a_snapshot_that_keeps_dead_rows_alive_is_named_with_its_session() throws Exception {
        CheckFixture db = new CheckFixture();
        try (Connection old = db.database.dataSource().getConnection()) {
            old.setAutoCommit(false);
            old.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            old.createStatement().execute("set idle_in_transaction_session_timeout = 0; select count(*) from task");
            String pid = db.jdbc
                    .sql("select cast(pid as text) from pg_stat_activity where datname = current_database()"
                            + " and state = 'idle in transaction'")
                    .query(String.class)
                    .single();
            org.awaitility.Awaitility.await()
                    .untilAsserted(() -> assertThat(db.violations())
                            .containsOnlyKeys(Invariant.OLD_SNAPSHOT)
                            .allSatisfy((i, v) -> assertThat(v.get(0).detail()).contains("session " + pid)));
            assertThat(db.repairs.repair(findings(db))).noneMatch(Repaired::settled);
            old.rollback();
        }
        assertThat(db.violations()).isEmpty();
    }

    @Test
    void what_is_seen_only_once_is_not_reported() {
        CheckFixture db = new CheckFixture();
        TaskId task = db.rows.draft().waiting();
        change(db, "update task_live set wait = 'P' where id = ?", task);

        assertThat(findings(db)).allMatch(Finding::isClean);
        assertThat(db.checks.doubt()).isPositive();
        change(db, "update task_live set wait = 'C' where id = ?", task);
        assertThat(db.violations()).isEmpty();
        assertThat(db.checks.doubt()).isZero();
    }

    @Test
    void a_broker_that_cannot_be_asked_makes_the_answer_unknown() {
        CheckFixture db = new CheckFixture();
        TaskId task = db.rows.draft().waiting();
        db.queued(task);
        change(db, "update task_live set published_at = now() - interval '1 minute' where id = ?", task);
        db.brokerHolds = OptionalInt.empty();

        assertThat(findings(db))
                .filteredOn(finding -> finding.invariant() == Invariant.LOST_MESSAGES)
                .allSatisfy(finding -> assertThat(finding.unknown()).contains("broker"));
    }

    private static List<Finding> findings(CheckFixture db) {
        return db.checks.look(Duration.ofSeconds(10));
    }

    /** What tells a person later that somebody repaired it. */
    private static List<String> traces(CheckFixture db, List<TaskId> tasks) {
        return db.jdbc
                .sql("select invariant from repair_note where actor = 'operator/repair'")
                .query(String.class)
                .list();
    }

    private static List<TaskId> tasks(List<Violation> violations) {
        return violations.stream()
                .map(Violation::task)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    private static List<TaskId> nobody(CheckFixture db, boolean known, String status) {
        TaskId task = known ? done(db) : TaskId.next();
        db.jdbc
                .sql(
                        "insert into reservation (task_id, resource, exclusive, urgency, place, status) values (?, 'r', true, 5, 1000000, ?)")
                .params(task.value(), status)
                .update();
        return List.of(task);
    }

    private static List<TaskId> history(CheckFixture db, String change) {
        TaskId task = db.rows.draft().exclusive("r").waiting();
        db.queued(task);
        change(db, change, task);
        return List.of(task);
    }

    private static TaskId done(CheckFixture db) {
        AttemptKey key = db.running(db.rows.draft().waiting(), db.living);
        db.succeed(key, db.living);
        return key.task();
    }

    private static void change(CheckFixture db, String sql, TaskId... tasks) {
        db.jdbc
                .sql(sql)
                .params(Arrays.stream(tasks)
                        .map(TaskId::value)
                        .map(UUID.class::cast)
                        .toArray())
                .update();
    }

    private static Plant repairable(String name, Invariant invariant, Function<CheckFixture, List<TaskId>> plant) {
        return new Plant(name, invariant, true, plant);
    }

    private static Plant hopeless(String name, Invariant invariant, Function<CheckFixture, List<TaskId>> plant) {
        return new Plant(name, invariant, false, plant);
    }
}
