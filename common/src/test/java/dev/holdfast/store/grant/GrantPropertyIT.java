package dev.holdfast.store.grant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.store.grant.Stage.Wish;
import dev.holdfast.verification.Answers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random sequences of everything that moves a task; after every pass the grants are exactly those of the oracle. */
class GrantPropertyIT {

    private static final int ROUNDS = 80;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    @Answers({"O15", "O27"})
    void grants_are_those_of_the_oracle_after_every_pass(long seed) {
        run(seed, ROUNDS);
    }

    /** A new seed each time; {@code -Dholdfast.seed=…} runs one again. */
    @Test
    @SuppressWarnings("SystemOut")
    void grants_are_those_of_the_oracle_on_a_seed_never_tried() {
        long seed = Long.getLong("holdfast.seed", System.nanoTime());
        System.out.println("GrantPropertyIT: -Dholdfast.seed=" + seed);
        run(seed, ROUNDS);
    }

    @Test
    @Answers("O14")
    void a_free_task_behind_650_shared_waiters_blocked_elsewhere_is_granted_at_once() {
        try (Stage stage = new Stage()) {
            int route = stage.routes.get(0);
            for (int i = 0; i < 5; i++) {
                stage.submit(stage.main, Wish.of(route, Map.of("hot" + i, true)));
            }
            Checked pass = new Checked(stage, stage.main.pass());
            pass.run(stage.lanes(100), GrantBounds.DEFAULT);
            for (int i = 0; i < 650; i++) {
                stage.submit(stage.main, Wish.of(route, Map.of("dom", false, "hot" + i % 5, true)));
            }
            UUID free = stage.submit(stage.main, Wish.of(route, Map.of("dom", false, "cold", true)))
                    .value();

            assertThat(pass.run(stage.lanes(1), GrantBounds.DEFAULT)).containsExactly(free);
        }
    }

    private static void run(long seed, int rounds) {
        Random random = new Random(seed);
        try (Stage stage = new Stage()) {
            Moves moves = new Moves(stage, random, 40);
            Checked pass = new Checked(stage, stage.main.pass());
            for (int round = 0; round < rounds; round++) {
                String where = "seed " + seed + ", round " + round;
                int steps = List.of(1, 1, 2, 5, 12).get(random.nextInt(5));
                for (int i = 0; i < steps; i++) {
                    moves.move(stage.main);
                }
                pass.run(where, lanes(stage, random), bounds(random));
            }
            assertThat(moves.counts().keySet())
                    .as("kinds of moves that were made")
                    .containsAll(Moves.KINDS);
        }
    }

    private static List<Lane> lanes(Stage stage, Random random) {
        boolean unlimited = random.nextBoolean();
        List<Lane> lanes = new ArrayList<>();
        for (int route : stage.routes) {
            for (boolean suspect : new boolean[] {false, true}) {
                if (random.nextInt(15) > 0) {
                    int room = unlimited ? 1_000_000 : List.of(0, 1, 1, 2, 3, 8).get(random.nextInt(6));
                    lanes.add(new Lane(route, suspect, room));
                }
            }
        }
        return lanes;
    }

    /** Often too small for the work: the order must hold over several transactions too. */
    private static GrantBounds bounds(Random random) {
        return random.nextInt(10) < 6
                ? GrantBounds.DEFAULT
                : new GrantBounds(
                        List.of(1, 2, 5).get(random.nextInt(3)),
                        List.of(1, 3, 1_000).get(random.nextInt(3)));
    }

    /** Runs passes until there is no more, and compares with the oracle. */
    static final class Checked {

        private final Stage stage;
        private final GrantPass pass;

        Checked(Stage stage, GrantPass pass) {
            this.stage = stage;
            this.pass = pass;
        }

        Set<UUID> run(List<Lane> lanes, GrantBounds bounds) {
            return run("", lanes, bounds);
        }

        Set<UUID> run(String where, List<Lane> lanes, GrantBounds bounds) {
            Map<UUID, TaskRow> before = new HashMap<>();
            List<TaskRow> rows = TaskRow.all(stage.main.jdbc);
            rows.forEach(row -> before.put(row.id(), row));
            Set<UUID> expected = new Oracle(rows).expected(lanes);
            Set<UUID> granted = new HashSet<>();
            List<Lane> left = lanes;
            boolean more = true;
            for (int i = 0; more; i++) {
                assertThat(i).as(where + ": passes").isLessThan(5_000);
                GrantResult result = pass.run(left, bounds);
                result.granted().forEach(task -> granted.add(task.key().task().value()));
                left = left.stream().map(lane -> less(lane, result.granted())).toList();
                more = result.more();
            }
            assertThat(granted).as(where).isEqualTo(expected);
            List<TaskRow> after = TaskRow.all(stage.main.jdbc);
            after.forEach(row ->
                    unchanged(where, Objects.requireNonNull(before.get(row.id())), row, granted.contains(row.id())));
            assertThat(stage.marks()).as(where + ": marks left").isEmpty();
            assertThat(new Oracle(after).violations(Set.of())).as(where).isEmpty();
            return granted;
        }

        private static void unchanged(String where, TaskRow before, TaskRow after, boolean granted) {
            assertThat(after.place()).as(where).isEqualTo(before.place());
            assertThat(after.urgency()).as(where).isEqualTo(before.urgency());
            assertThat(after.attempt()).as(where).isEqualTo(before.attempt() + (granted ? 1 : 0));
            assertThat(after.state()).as(where).isEqualTo(granted ? "READY" : before.state());
        }

        private static Lane less(Lane lane, List<Granted> granted) {
            long taken = granted.stream()
                    .filter(task -> task.route() == lane.route() && task.suspect() == lane.suspect())
                    .count();
            return new Lane(lane.route(), lane.suspect(), lane.room() - (int) taken);
        }
    }
}
