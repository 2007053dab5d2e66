package dev.holdfast.store.grant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.store.grant.Stage.Wish;
import dev.holdfast.task.TaskId;
import dev.holdfast.verification.Answers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * What a pass costs with 30,000 tasks in line, in rows and pages that the server looked at, so that a busy machine does not
 * matter. The statistics are of empty tables at first. After a dozen passes the statements have the plans that they keep.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class GrantCostIT {

    private static final int LINE = 30_000;
    private static final int ROWS = 100;
    private static final int PAGES = 230;

    private static final Stage stage = new Stage();
    private static final int route = stage.routes.get(0);

    private final GrantPass pass = stage.main.pass();

    @BeforeAll
    static void a_long_line_behind_one_holder() {
        for (String table : List.of("task_live", "reservation", "grant_mark", "history")) {
            stage.main
                    .jdbc
                    .sql("alter table " + table + " set (autovacuum_enabled = false)")
                    .update();
        }
        stage.main.jdbc.sql("analyze").update();
        stage.submit(stage.main, Wish.of(route, Map.of("hot", true)));
        go(stage.main.pass());
        stage.insertMany(LINE, "hot", "dom");
        go(stage.main.pass());
    }

    @AfterAll
    static void close() {
        stage.close();
    }

    @Test
    @Order(1)
    void a_hand_over_in_a_long_line_costs_a_few_pages_with_the_statistics_of_empty_tables() {
        for (int i = 0; i < 12; i++) {
            assertLittle(handOver(pass));
        }
    }

    @Test
    @Order(2)
    void an_evaluation_that_walks_the_line_is_caught() {
        GrantSql walking = GrantSql.ours()
                .with(
                        GrantSql.EVALUATE,
                        text -> text.replace(
                                "select (w.urgency, w.place) < (q.urgency, q.place) from reservation w\n      where",
                                "select true from reservation w\n      where (w.urgency, w.place) < (q.urgency, q.place) and"));

        assertThat(handOver(stage.main.pass(walking)).pagesRead()).isGreaterThan(PAGES);
    }

    @Test
    @Order(3)
    void a_pass_without_its_settings_is_caught() {
        GrantSql unset = GrantSql.ours().with(GrantSql.LOCK, text -> text.replace("'off'", "'on'"));

        assertThat(handOver(stage.main.pass(unset)).sequentialScans()).isNotEmpty();
    }

    @Test
    @Order(4)
    @Answers("O14")
    void a_task_that_wants_another_resource_is_granted_past_the_line_for_a_few_pages() {
        for (int i = 0; i < 12; i++) {
            TaskId free = stage.submit(stage.main, Wish.of(route, Map.of("dom", false, "cold" + i, true)));
            assertLittle(Effort.of(stage, () -> assertThat(go(pass)).containsExactly(free)));
        }
    }

    @Test
    @Order(5)
    @Answers("O36")
    void marks_that_an_old_snapshot_keeps_alive_are_not_walked_again() {
        try (Session old = stage.session()) {
            old.begin();
            old.jdbc.sql("set transaction isolation level repeatable read").update();
            old.jdbc.sql("select count(*) from route").query(Integer.class).single();
            stage.main
                    .jdbc
                    .sql("insert into grant_mark (resource) select 'nobody wants it' from generate_series(1, 20000)")
                    .update();
            GrantResult result = pass.run(List.of(), GrantBounds.DEFAULT);
            while (result.more()) {
                result = pass.run(List.of(), GrantBounds.DEFAULT);
            }

            assertLittle(handOver(pass));
            assertThat(handOver(stage.main.pass()).pagesRead())
                    .as("a pass without a floor")
                    .isGreaterThan(PAGES);
            old.rollback();
        }
    }

    @Test
    @Order(6)
    void a_hand_over_costs_as_little_with_the_statistics_of_full_tables() {
        stage.main.jdbc.sql("analyze").update();
        handOver(pass); // from here on it knows where the marks begin
        for (int i = 0; i < 12; i++) {
            assertLittle(handOver(pass));
        }
    }

    private static Effort handOver(GrantPass pass) {
        TaskId holder = TaskId.of(stage.main
                .jdbc
                .sql(
                        "select cast(task_id as text) from reservation where resource = 'hot' and status = 'H' and exclusive")
                .query(String.class)
                .single());
        return Effort.of(
                stage,
                () -> assertThat(stage.main.settlements.cancelUnstarted("test", List.of(holder)))
                        .hasSize(1),
                () -> assertThat(go(pass)).hasSize(1));
    }

    private static void assertLittle(Effort effort) {
        assertThat(effort.sequentialScans()).as("sequential scans").isEmpty();
        assertThat(effort.rowsRead()).as("rows").isLessThan(ROWS);
        assertThat(effort.pagesRead()).as("pages").isLessThan(PAGES);
    }

    private static List<TaskId> go(GrantPass pass) {
        return pass.run(List.of(new Lane(route, false, 10)), GrantBounds.DEFAULT).granted().stream()
                .map(g -> g.key().task())
                .toList();
    }
}
