package dev.holdfast.chaos.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.holdfast.backing.Backing;
import dev.holdfast.chaos.record.Need;
import dev.holdfast.chaos.record.RunDirectory;
import dev.holdfast.chaos.record.Settings;
import dev.holdfast.chaos.record.Submit;
import java.nio.file.Path;
import java.sql.Types;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

class JudgeIT {

    private static final UUID FIRST = new UUID(1, 1);
    private static final UUID SECOND = new UUID(1, 2);

    private final DataSource database = Backing.database().dataSource();
    private final JdbcClient jdbc = JdbcClient.create(database);

    private final Path directory;

    JudgeIT(@TempDir Path directory) {
        this.directory = directory;
        LineNotes.install(database);
        LineNotes.install(database);
    }

    @Test
    void the_rows_of_a_real_database_are_dumped_and_judged_and_can_be_judged_again_without_it() {
        waiting(FIRST, 1);
        waiting(SECOND, 2);
        ready(SECOND);
        record();

        Verdict verdict = Judge.judge(directory, database);

        assertThat(verdict.violations())
                .extracting(Violation::check)
                .contains(new Finished().name(), new LeftOver().name())
                .doesNotContain(new LegalHistory().name(), new SameTask().name());
        assertThat(verdict.rows())
                .filteredOn(row -> row.check().equals(new PlaceOrder().name()))
                .extracting(Row::looked)
                .containsExactly(1L);
        assertThat(Judge.judge(directory)).isEqualTo(verdict);
    }

    @Test
    void parking_and_priority_are_noted_but_what_leaves_the_place_as_it_is_is_not() {
        waiting(FIRST, 1);
        jdbc.sql("update task_live set wait = 'W', watch = 'a', watch_exclusive = true")
                .update();
        jdbc.sql("update task_live set wait = 'P', watch = null, watch_exclusive = null")
                .update();
        jdbc.sql("update task_live set wait = 'C', urgency = 3").update();

        Path dump = directory.resolve("dump.jsonl");
        new Dump(database).writeTo(dump);

        assertThat(Rows.read(dump).lines())
                .extracting(LineRow::state, LineRow::parked, LineRow::urgency, LineRow::place)
                .containsExactly(
                        tuple("WAITING", false, 5, 1L), tuple("WAITING", true, 5, 1L), tuple("WAITING", false, 3, 1L));
    }

    private void waiting(UUID id, int place) {
        jdbc.sql("insert into queue (name) values ('default') on conflict do nothing")
                .update();
        jdbc.sql("insert into route (queue, type) values ('default', 'chaos') on conflict do nothing")
                .update();
        jdbc.sql("""
                        insert into task (id, type, queue, payload, resources, priority, timeout_ms, max_attempts,
                          max_lost, on_worker_lost, backoff_initial_ms, backoff_max_ms, backoff_factor, backoff_jitter)
                        values (:id, 'chaos', 'default', '{}', '[{"resource": "a", "mode": "EXCLUSIVE"}]', 4, 1000, 1, 3,
                          'RESUBMIT', 0, 0, 1, 0)""").param("id", id).update();
        jdbc.sql("""
                        insert into task_live (id, route, state, urgency, place, resources, wait)
                        select :id, r.id, 'WAITING', 5, :place, 1, 'C' from route r""").param("id", id).param("place", place).update();
        jdbc.sql("""
                        insert into reservation (task_id, resource, exclusive, urgency, place, status)
                        values (:id, 'a', true, 5, :place, 'W')""").param("id", id).param("place", place).update();
        step(id, 1, null, "WAITING", 0);
    }

    private void ready(UUID id) {
        jdbc.sql("update task_live set state = 'READY', wait = null, attempt = 1 where id = :id")
                .param("id", id)
                .update();
        step(id, 2, "WAITING", "READY", 1);
    }

    private void step(UUID id, int version, @Nullable String from, String to, int attempt) {
        jdbc.sql("""
                        insert into history (task_id, version, from_state, to_state, attempt, actor)
                        values (:id, :version, :from, :to, :attempt, 'test')""")
                .param("id", id)
                .param("version", version)
                .param("from", from, Types.VARCHAR)
                .param("to", to)
                .param("attempt", attempt)
                .update();
    }

    private void record() {
        RunDirectory run = new RunDirectory(directory);
        run.write(new Settings(1, 0, 0, 500, 3000, 1000, 1000, List.of()));
        try (var submits = run.submits()) {
            for (UUID id : List.of(FIRST, SECOND)) {
                List<Need> needs = List.of(new Need("a", Need.Mode.EXCLUSIVE));
                submits.append(new Submit(
                        1, 2L, id, "default", "chaos", needs, 4, 0, "work 5", "RESUBMIT", 1, 3, null, false));
            }
        }
    }
}
