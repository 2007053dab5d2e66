package dev.holdfast.store.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.store.grant.Stage.Wish;
import dev.holdfast.task.TaskId;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.BadSqlGrammarException;

/** The checks can fail: each altered statement is noticed, by the random moves or by a directed interleaving. */
class GrantMutantsIT {

    private static final Stage stage = new Stage();
    private static final int ROUNDS = 150;
    private static final String EXCLUSIVE_HOLDER = "h.status = 'H' and h.exclusive";
    private static final String SHARED_HOLDER = "h.status = 'H' and not h.exclusive";
    private static final String EXCLUSIVE_AHEAD = "w.status = 'W' and w.exclusive";
    private static final String SHARED_AHEAD = "w.status = 'W' and not w.exclusive";

    @AfterAll
    static void close() {
        stage.close();
    }

    static Stream<Arguments> mutants() {
        return Stream.of(
                mutant("ignores exclusive holders", GrantSql.EVALUATE, EXCLUSIVE_HOLDER, "false"),
                mutant("ignores shared holders", GrantSql.EVALUATE, SHARED_HOLDER, "false"),
                mutant("overtakes exclusive requests", GrantSql.EVALUATE, EXCLUSIVE_AHEAD, "false"),
                mutant("overtakes shared requests", GrantSql.EVALUATE, SHARED_AHEAD, "false"),
                mutant(
                        "ranks by place alone",
                        GrantSql.EVALUATE,
                        "order by j.urgency, j.place) as rank",
                        "order by j.place) as rank"),
                mutant(
                        "picks candidates by place alone",
                        GrantSql.CANDIDATES,
                        "order by t.urgency, t.place",
                        "order by t.place"),
                mutant("looks at closed routes", GrantSql.CANDIDATES, "and r.open", ""),
                mutant("forgets the exclusive one", GrantSql.WAKE, "t.id = l.task_id and", "false and"),
                mutant("forgets the shared ones", GrantSql.WAKE, "not t.watch_exclusive", "false"),
                mutant(
                        "takes a half woken resource for done",
                        GrantSql.WAKE,
                        "or count(*) filter (where x.free) >= :slice",
                        ""),
                mutant(
                        "watches where it is not blocked",
                        GrantSql.EVALUATE,
                        "j.resource) filter (where j.blocked))[1] as blocker,",
                        "j.resource) filter (where (select bool_or(x.blocked) from judged x where x.id = j.id)))[1] as blocker,"),
                mutant("does not hold", GrantSql.GRANT, "set status = 'H'", "set status = 'W'"));
    }

    private static Arguments mutant(String what, String statement, String from, String to) {
        UnaryOperator<String> change = text -> {
            assertThat(text).contains(from);
            return text.replace(from, to);
        };
        return Arguments.of(what, GrantSql.ours().with(statement, change));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    void an_altered_statement_is_caught_by_the_random_moves(String what, GrantSql sql) {
        assertThatThrownBy(() -> {
                    for (int seed = 1; seed <= 3; seed++) {
                        runMoves(seed, sql);
                    }
                })
                .as(what)
                .isInstanceOfAny(AssertionError.class, RuntimeException.class)
                .isNotInstanceOf(BadSqlGrammarException.class);
    }

    private static void runMoves(long seed, GrantSql sql) {
        Random random = new Random(seed);
        Moves moves = new Moves(stage.clear(), random, 40);
        GrantPropertyIT.Checked pass = new GrantPropertyIT.Checked(stage, stage.main.pass(sql));
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = random.nextInt(8); i >= 0; i--) {
                moves.move(stage.main);
            }
            GrantBounds bounds = random.nextBoolean() ? GrantBounds.DEFAULT : new GrantBounds(1, 1_000);
            pass.run("round " + round, stage.lanes(random.nextBoolean() ? 1 : 1_000), bounds);
        }
    }

    @Test
    void the_lock_inside_the_evaluating_statement_is_caught() throws Exception {
        String lock = "pg_advisory_xact_lock(7526481)";
        String ids = "from unnest(cast(cast(:ids as text[]) as uuid[])) as i (id)";
        GrantSql moved = GrantSql.ours()
                .with(GrantSql.LOCK, text -> replace(text, lock, "0"))
                .with(
                        GrantSql.EVALUATE,
                        text -> replace(text, ids, "from (select " + lock + ") as k, " + ids.substring(5)));
        Set<TaskId> second =
                GrantInterleavingIT.secondPassBesideAnUncommittedFirst(stage.clear(), stage.session(), moved);

        assertThat(second).hasSize(1);
        assertThat(new Oracle(TaskRow.all(stage.main.jdbc)).violations(Set.of()))
                .singleElement()
                .asString()
                .startsWith("two conflicting holders");
    }

    @Test
    void the_use_of_marks_that_were_not_read_is_caught() {
        GrantSql greedy = GrantSql.ours()
                .with(
                        GrantSql.DELETE_MARKS,
                        text -> "delete from grant_mark g where cast(:tids as text[]) is not null");

        assertThat(GrantInterleavingIT.nextAfterAMarkDuringThePass(
                        stage.clear(), stage.session(), greedy, GrantSql.DELETE_MARKS))
                .isZero();
    }

    @Test
    void two_equal_places_are_refused_by_the_database_and_would_be_caught() {
        stage.clear();
        TaskId first = stage.submit(stage.main, Wish.of(stage.routes.get(0), Map.of("r", true)));
        TaskId second = stage.submit(stage.main, Wish.of(stage.routes.get(0), Map.of("r", false)));
        String same = "update task_live set place = 1000 where id in ('" + first + "', '" + second + "')";
        assertThatThrownBy(() -> stage.main.jdbc.sql(same).update()).isInstanceOf(DuplicateKeyException.class);

        stage.main.jdbc.sql("drop index task_live_place").update();
        try {
            stage.main.jdbc.sql(same).update();
            stage.main.jdbc.sql("update reservation set place = 1000").update();
            GrantPropertyIT.Checked pass = new GrantPropertyIT.Checked(stage, stage.main.pass());
            assertThatThrownBy(() -> pass.run(stage.lanes(10), GrantBounds.DEFAULT))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("two conflicting holders");
        } finally {
            stage.clear();
            stage.main
                    .jdbc
                    .sql("create unique index task_live_place on task_live (place)")
                    .update();
        }
    }

    private static String replace(String text, String from, String to) {
        assertThat(text).contains(from);
        return text.replace(from, to);
    }
}
