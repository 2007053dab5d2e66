package dev.holdfast.store.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.task.TaskId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * What a check costs with 200,000 tasks that wait ({@code -Dholdfast.check.backlog=1000000} for more: the bounds stay the
 * same), in pages that the server looked at, so that a busy machine does not matter: half of them in line for one resource,
 * half parked. The statistics are of empty tables at first.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CheckCostIT {

    private static final int BACKLOG = Integer.getInteger("holdfast.check.backlog", 200_000);
    /** A statement by itself: some for each worker, holder, route; none for what waits. */
    private static final int PAGES = 500;
    /** One key of a slice: its rows in four tables, each found through an index. */
    private static final int PAGES_PER_KEY = 30;

    private static CheckFixture db;
    private static CheckStatements statements;

    @BeforeAll
    static void backlog() {
        db = new CheckFixture();
        statements = new CheckStatements(db.jdbc, CheckFixture.BOUNDS);
        db.jdbc.sql("set statement_timeout = 0").update();
        db.jdbc.sql("set synchronous_commit = off").update();
        db.jdbc.sql("analyze").update();
        for (String table : List.of("task", "task_live", "reservation", "history")) {
            db.jdbc
                    .sql("alter table " + table + " set (autovacuum_enabled = false)")
                    .update();
        }
        for (String each : List.of(
                "alter table task_live drop constraint task_live_id_fkey",
                "alter table task_live drop constraint task_live_route_fkey",
                "alter table history drop constraint history_task_id_fkey",
                "drop index task_by_type, task_by_queue, task_by_label, task_by_resource, task_live_expiry")) {
            db.jdbc.sql(each).update();
        }
        db.running(db.rows.draft().exclusive("hot").waiting(), db.living);
        int parked = db.rows.openRoute("default", "parked");
        db.jdbc
                .sql("update route set served = false where id = ?")
                .params(parked)
                .update();
        insert(parked);
    }

    private static void insert(int parked) {
        String rows = "generate_series(1, " + BACKLOG + ") n";
        String id = "cast('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0') as uuid)";
        db.jdbc.sql("""
                insert into task (id, type, queue, payload, priority, timeout_ms, max_attempts, max_lost, on_worker_lost,
                  backoff_initial_ms, backoff_max_ms, backoff_factor, backoff_jitter)
                select %s, 'echo', 'default', '{}', 5, 1000, 1, 3, 'RESUBMIT', 0, 0, 1, 0 from %s""".formatted(id, rows)).update();
        db.jdbc.sql("""
                insert into task_live (id, route, state, urgency, place, resources, wait, watch, watch_exclusive)
                select %s, case n %% 2 when 0 then %d else %d end, 'WAITING', 4, n + 1000, 1,
                  case n %% 2 when 0 then 'W' else 'P' end, case n %% 2 when 0 then 'hot' end, case n %% 2 when 0 then true end
                from %s""".formatted(id, db.route, parked, rows)).update();
        db.jdbc.sql("""
                insert into reservation (task_id, resource, exclusive, urgency, place, status)
                select %s, case n %% 2 when 0 then 'hot' else 'r' || n end, true, 4, n + 1000,
                  case n %% 2 when 0 then 'W' else 'P' end
                from %s""".formatted(id, rows)).update();
        db.jdbc
                .sql(
                        "insert into history (task_id, version, to_state, attempt, actor) select %s, 1, 'WAITING', 0, 'x' from %s"
                                .formatted(id, rows))
                .update();
        db.jdbc.sql("set statement_timeout = '10s'").update();
    }

    @Test
    @Order(1)
    void each_statement_costs_what_is_active_with_the_statistics_of_empty_tables() {
        assertLittle();
    }

    @Test
    @Order(2)
    void a_whole_look_with_one_slice_of_each_walk_is_bounded_and_finds_nothing_wrong() {
        Cost cost = cost(() -> {
            List<Finding> findings = db.checks.look(Duration.ZERO);
            assertThat(findings).allMatch(Finding::isClean);
            assertThat(findings).anySatisfy(f -> assertThat(f.coverage()).contains("of this round so far"));
        });

        assertThat(cost.scans()).isEmpty();
        assertThat(cost.pages()).isLessThan(4L * PAGES_PER_KEY * Walk.SLICE);
    }

    @Test
    @Order(3)
    void what_is_wrong_far_behind_is_found_by_the_walk_within_one_round() {
        TaskId far = new TaskId(new UUID(0x0190_0000_0000_7000L, 0x8000_0000_0000_0000L + BACKLOG / 50));
        db.jdbc
                .sql("update reservation set place = place + 5 where task_id = ?")
                .params(far.value())
                .update();

        List<Violation> found = List.of();
        for (int look = 0; found.isEmpty() && look < BACKLOG / 50 / Walk.SLICE + 2; look++) {
            db.clock.addAndGet(Duration.ofSeconds(10).toNanos());
            found = db.checks.look(Duration.ZERO).stream()
                    .flatMap(finding -> finding.violations().stream())
                    .toList();
        }

        assertThat(found).singleElement().satisfies(v -> assertThat(v.task()).isEqualTo(far));
    }

    @Test
    @Order(4)
    void each_statement_costs_as_little_with_the_statistics_of_full_tables() {
        db.jdbc.sql("analyze").update();
        assertLittle();
    }

    private static void assertLittle() {
        for (String name : List.of(
                "conflicting-holders", "dead-runners", "wrong-side", "overdue-start", "unpublished", "old-snapshots")) {
            assertLittle(name, () -> statements.violations(name));
        }
        assertLittle("published", () -> statements.published());
        for (String name : List.of("active", "holders", "recent-ends")) {
            assertLittle(name, () -> statements.ids(name, 500));
        }
        assertLittle("next-watches", () -> statements.next("next-watches", "", Walk.SLICE));
        assertLittle("lost-wake-ups", () -> statements.lostWakeUps(List.of("hot")));
        List<String> slice = statements.next("next-tasks", new UUID(0, 0).toString(), 100);
        for (String name :
                List.of("reserved-for-nobody", "held-without-grant", "broken-lines", "broken-histories", "two-ends")) {
            Cost cost = cost(() -> assertThat(statements.among(name, slice)).isEmpty());
            assertThat(cost.scans()).as(name).isEmpty();
            assertThat(cost.pages()).as(name).isLessThan(100L * PAGES_PER_KEY);
        }
    }

    private static void assertLittle(String name, Runnable question) {
        Cost cost = cost(question);
        assertThat(cost.scans()).as(name).isEmpty();
        assertThat(cost.pages()).as(name).isLessThan(PAGES);
    }

    /** @param scans tables that were read as a whole */
    private record Cost(List<String> scans, long pages) {}

    private record Reading(long scans, long pages) {}

    private static Cost cost(Runnable question) {
        Map<String, Reading> before = read();
        db.transactions.executeWithoutResult(tx -> {
            statements.settings();
            question.run();
        });
        Map<String, Reading> after = read();
        long pages = 0;
        List<String> scans = new java.util.ArrayList<>();
        for (Map.Entry<String, Reading> table : after.entrySet()) {
            Reading from = before.getOrDefault(table.getKey(), new Reading(0, 0));
            pages += table.getValue().pages() - from.pages();
            if (table.getValue().scans() > from.scans()) {
                scans.add(table.getKey());
            }
        }
        return new Cost(scans, pages);
    }

    private static Map<String, Reading> read() {
        Map<String, Reading> readings = new LinkedHashMap<>();
        db.jdbc.sql("select pg_stat_force_next_flush()").query((rs, row) -> row).list();
        db.jdbc
                .sql("""
                select t.relname, t.seq_scan,
                  o.heap_blks_hit + o.heap_blks_read + coalesce(o.idx_blks_hit + o.idx_blks_read, 0) as pages
                from pg_stat_user_tables t join pg_statio_user_tables o on o.relid = t.relid
                where t.relname in ('task', 'task_live', 'task_done', 'reservation', 'history', 'grant_mark')""")
                .query((rs, row) -> readings.put(rs.getString(1), new Reading(rs.getLong(2), rs.getLong(3))))
                .list();
        return readings;
    }
}
