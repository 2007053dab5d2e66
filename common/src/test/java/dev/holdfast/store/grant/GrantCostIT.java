package dev.holdfast.store.grant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.store.grant.Stage.Wish;
import dev.holdfast.task.TaskId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a pass costs, in rows that the server read for it, so that a busy machine does not matter: a few, however long the
 * lines are and whatever the statistics say. After a dozen passes the statements have the plans that they keep.
 */
class GrantCostIT {

    private static final int LINE = 20_000;
    private static final int A_FEW = 120;

    private final Stage stage = new Stage();
    private final int route = stage.routes.get(0);
    private final GrantPass pass = stage.main.pass();

    @AfterEach
    void close() {
        stage.close();
    }

    @ParameterizedTest(name = "statistics taken when the tables were full: {0}")
    @ValueSource(booleans = {false, true})
    void a_hand_over_in_a_long_line_reads_a_few_rows(boolean analyzedFull) {
        statisticsOfEmptyTables();
        TaskId holder = stage.submit(stage.main, Wish.of(route, Map.of("hot", true)));
        assertThat(go()).containsExactly(holder);
        stage.insertMany(LINE, "hot", "dom");
        if (analyzedFull) {
            stage.main.jdbc.sql("analyze").update();
        }
        go(); // all marks and candidates of the inserts

        for (int i = 0; i < 12; i++) {
            TaskId leaves = holder;
            Effort effort = Effort.of(
                    stage, () -> finish(leaves), () -> assertThat(go()).hasSize(1));
            assertThat(effort.sequentialScans()).as("sequential scans").isEmpty();
            assertThat(effort.rowsRead()).as("rows read by hand-over " + i).isLessThan(A_FEW);
            holder = holder();
        }
    }

    @Test
    void a_task_that_wants_another_resource_is_granted_past_the_line_for_a_few_rows() {
        statisticsOfEmptyTables();
        stage.submit(stage.main, Wish.of(route, Map.of("hot", true)));
        go();
        stage.insertMany(LINE, "hot", "dom");
        go();
        for (int i = 0; i < 12; i++) {
            TaskId free = stage.submit(stage.main, Wish.of(route, Map.of("dom", false, "cold" + i, true)));
            Effort effort = Effort.of(stage, () -> assertThat(go()).containsExactly(free));
            assertThat(effort.sequentialScans()).as("sequential scans").isEmpty();
            assertThat(effort.rowsRead()).as("rows read by pass " + i).isLessThan(A_FEW);
        }
    }

    private void statisticsOfEmptyTables() {
        for (String table : List.of("task_live", "reservation", "grant_mark", "history")) {
            stage.main
                    .jdbc
                    .sql("alter table " + table + " set (autovacuum_enabled = false)")
                    .update();
        }
        stage.main.jdbc.sql("analyze").update();
    }

    private List<TaskId> go() {
        return pass.run(List.of(new Lane(route, false, 10)), GrantBounds.DEFAULT).granted().stream()
                .map(g -> g.key().task())
                .toList();
    }

    private void finish(TaskId task) {
        assertThat(stage.main.settlements.cancelUnstarted("test", List.of(task)))
                .hasSize(1);
    }

    private TaskId holder() {
        return TaskId.of(stage.main
                .jdbc
                .sql(
                        "select cast(task_id as text) from reservation where resource = 'hot' and status = 'H' and exclusive")
                .query(String.class)
                .single());
    }
}
