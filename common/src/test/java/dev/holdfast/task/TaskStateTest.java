package dev.holdfast.task;

import static dev.holdfast.task.TaskState.CANCELED;
import static dev.holdfast.task.TaskState.CANCELING;
import static dev.holdfast.task.TaskState.FAILED;
import static dev.holdfast.task.TaskState.QUEUED;
import static dev.holdfast.task.TaskState.READY;
import static dev.holdfast.task.TaskState.RUNNING;
import static dev.holdfast.task.TaskState.SCHEDULED;
import static dev.holdfast.task.TaskState.SUCCEEDED;
import static dev.holdfast.task.TaskState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TaskStateTest {

    /** The picture of the life line, written down a second time. */
    private static final Map<TaskState, Set<TaskState>> LIFE_LINE = Map.of(
            SCHEDULED, Set.of(WAITING, CANCELED, FAILED),
            WAITING, Set.of(READY, CANCELED, FAILED),
            READY, Set.of(QUEUED, RUNNING, WAITING, CANCELED, FAILED),
            QUEUED, Set.of(RUNNING, WAITING, CANCELED, FAILED),
            RUNNING, Set.of(SUCCEEDED, FAILED, CANCELED, CANCELING, WAITING, SCHEDULED),
            CANCELING, Set.of(SUCCEEDED, CANCELED),
            SUCCEEDED, Set.of(),
            FAILED, Set.of(),
            CANCELED, Set.of());

    @ParameterizedTest
    @EnumSource
    void each_state_leads_exactly_where_the_life_line_says(TaskState from) {
        for (TaskState to : TaskState.values()) {
            assertThat(from.canBecome(to))
                    .as("%s to %s", from, to)
                    .isEqualTo(LIFE_LINE.getOrDefault(from, Set.of()).contains(to));
        }
    }

    @ParameterizedTest
    @EnumSource
    void exactly_the_three_ends_are_final(TaskState state) {
        assertThat(state.isFinal())
                .isEqualTo(Set.of(SUCCEEDED, FAILED, CANCELED).contains(state));
    }

    @ParameterizedTest
    @EnumSource
    void resources_are_held_from_the_grant_to_the_end_of_the_attempt(TaskState state) {
        assertThat(state.holdsResources())
                .isEqualTo(Set.of(READY, QUEUED, RUNNING, CANCELING).contains(state));
    }
}
