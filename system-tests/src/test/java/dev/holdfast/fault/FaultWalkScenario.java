package dev.holdfast.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * A process fails at each point, once by a halt and once by a pause beyond its lease whose packets are lost, and every promise
 * holds all the same.
 *
 * <p>Every build tries the cases that {@link Selection} names. With {@code -Dholdfast.walk=each} every point is tried with
 * each action, in turn with another policy and kind of resource; {@code -Dholdfast.walk=all} tries them with all.
 * {@code -Dholdfast.walk.cases=<regex>} takes those whose name matches, {@code -Dholdfast.walk.part=2/5} every fifth one,
 * {@code -Dholdfast.walk.slack=<seconds>} gives every bound that much more on a busy machine.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultWalkScenario {

    private static final int SIDE_BY_SIDE = Integer.getInteger("holdfast.walk.lanes", 8);

    private final ExecutorService lanes = Executors.newFixedThreadPool(SIDE_BY_SIDE);
    private Stack stack;

    @BeforeAll
    void start() {
        stack = new Stack();
    }

    @AfterAll
    void stop() {
        lanes.shutdownNow();
        stack.close();
    }

    @Test
    void each_point_has_a_way_to_it() {
        assertThat(Arrays.stream(FaultPoint.values())
                        .filter(point -> Ways.to(point).isEmpty()))
                .as("points that nobody tries: add a way to Ways")
                .isEmpty();
    }

    @TestFactory
    Stream<DynamicTest> all_promises_hold() {
        List<Case> cases = Selection.chosen();
        Walker walker = new Walker(stack);
        List<Future<?>> results = new ArrayList<>();
        for (Case one : cases) {
            results.add(lanes.submit(() -> walker.walk(one)));
        }
        return Stream.iterate(0, i -> i < cases.size(), i -> i + 1)
                .map(i -> DynamicTest.dynamicTest(cases.get(i).toString(), () -> await(results.get(i))));
    }

    private static void await(Future<?> result) throws Throwable {
        try {
            result.get(5, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }
}
