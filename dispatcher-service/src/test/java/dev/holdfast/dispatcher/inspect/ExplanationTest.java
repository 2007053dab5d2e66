package dev.holdfast.dispatcher.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.store.inspect.Holder;
import dev.holdfast.store.inspect.Situation;
import dev.holdfast.store.inspect.Situation.Blocker;
import dev.holdfast.store.inspect.Situation.Budgets;
import dev.holdfast.store.inspect.Situation.Owner;
import dev.holdfast.store.inspect.Situation.Route;
import dev.holdfast.task.ResourceRequest.Mode;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import dev.holdfast.verification.Answers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ExplanationTest {

    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    private static final RouteName ECHO = new RouteName("default", "echo");
    private static final Route OPEN = new Route(ECHO, true, false, false, 2, 20, 20, 0);

    @ParameterizedTest
    @EnumSource
    void every_state_is_explained_even_if_little_is_known(TaskState state) {
        assertThat(Explanation.of(situation(state, null, List.of()))).isNotBlank();
    }

    @Test
    void several_blockers_are_named_and_the_rest_counted() {
        List<Blocker> five = IntStream.range(0, 5)
                .mapToObj(i -> new Blocker("r" + i, Mode.EXCLUSIVE, List.of(), i + 1))
                .toList();

        assertThat(Explanation.of(situation(TaskState.WAITING, OPEN, five)))
                .isEqualTo("waits for r0, 1 task ahead; and for r1, 2 tasks ahead; and for r2, 3 tasks ahead;"
                        + " and for 2 more resources");
    }

    @Test
    void holders_are_named_with_what_is_known_of_them() {
        TaskId id = TaskId.next();
        Holder queued = new Holder(id, Mode.SHARED, TaskState.QUEUED, T0, null, null);
        Holder running = new Holder(id, Mode.SHARED, TaskState.RUNNING, T0, "w1", Duration.ofMillis(1_249));

        assertThat(Explanation.of(situation(
                        TaskState.WAITING,
                        OPEN,
                        List.of(new Blocker("r", Mode.EXCLUSIVE, List.of(queued, running, queued, queued), 0)))))
                .isEqualTo("waits for r, held by task " + id + " (QUEUED), task " + id
                        + " (RUNNING on w1, heartbeat 1.2 s ago), task " + id + " (QUEUED) and others");
    }

    @Test
    void a_closed_route_comes_before_any_blocker() {
        List<Blocker> blocker = List.of(new Blocker("r", Mode.EXCLUSIVE, List.of(), 1));

        assertThat(Explanation.of(situation(TaskState.WAITING, new Route(ECHO, true, true, true, 1, 1, 0, 0), blocker)))
                .isEqualTo("queue default is paused");
        assertThat(Explanation.of(
                        situation(TaskState.WAITING, new Route(ECHO, false, false, false, 0, 0, 0, 0), blocker)))
                .isEqualTo("no live worker serves type echo in queue default");
        assertThat(Explanation.of(
                        situation(TaskState.WAITING, new Route(ECHO, true, false, true, 1, 1, 0, 0), List.of())))
                .isEqualTo("a worker for its type is back; it is being put in line again");
    }

    @ParameterizedTest
    @EnumSource(names = {"RUNNING", "CANCELING", "SUCCEEDED", "FAILED", "CANCELED"})
    @Answers("S17")
    void what_has_begun_never_says_that_it_waits(TaskState state) {
        for (Owner owner : List.of(
                new Owner("w1", T0, Duration.ofHours(9), Duration.ofSeconds(1), false),
                new Owner("w1", T0, Duration.ofHours(9), Duration.ofHours(8), true),
                new Owner("w1", T0, Duration.ofHours(9), null, false))) {
            assertThat(Explanation.of(new Situation(
                            state,
                            null,
                            null,
                            T0,
                            Duration.ofSeconds(1),
                            new Budgets(0, 1, 2, 3),
                            null,
                            OPEN,
                            owner,
                            List.of())))
                    .contains("w1")
                    .doesNotContainIgnoringCase("wait")
                    .doesNotContainIgnoringCase("in line");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PT-1S,0.0 s",
        "PT1.29S,1.2 s",
        "PT59.99S,59.9 s",
        "PT60S,1 min 0 s",
        "PT2H10M,2 h 10 min",
        "PT76H,3 d 4 h"
    })
    void durations_are_said_in_words(Duration duration, String words) {
        assertThat(Words.of(duration)).isEqualTo(words);
    }

    private static Situation situation(TaskState state, @Nullable Route route, List<Blocker> blockers) {
        return new Situation(
                state, null, null, T0, Duration.ofSeconds(1), new Budgets(0, 1, 0, 3), null, route, null, blockers);
    }
}
