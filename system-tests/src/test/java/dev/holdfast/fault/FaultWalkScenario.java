package dev.holdfast.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.fault.Case.Mode;
import dev.holdfast.fault.Case.Policy;
import dev.holdfast.fault.Fault.Action;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
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
 * <p>With {@code -Dholdfast.walk=each} every point is tried with one policy and one kind of resource, another one per action;
 * {@code -Dholdfast.walk=all} tries all of them; without it only those cases run that {@link #SETTLED} names, which were seen to
 * hold. {@code -Dholdfast.walk.cases=<regex>} takes those whose name matches, {@code -Dholdfast.walk.part=2/5} every
 * fifth one, {@code -Dholdfast.walk.slack=<seconds>} gives every bound that much more on a busy machine.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultWalkScenario {

    /** Cases that were seen green, and so belong to the build. The aim is all of them: widen it with each that was tried. */
    private static final String SETTLED =
            "^(submit-|grant-(locked|evaluated|before-commit|after-commit) |publish-(before|after)-send ).*halt"
                    + "|^join-(settled|registered) pause";

    private static final int SIDE_BY_SIDE = Integer.getInteger("holdfast.walk.lanes", 8);

    private final ConcurrentLinkedQueue<String> figures = new ConcurrentLinkedQueue<>();
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
        List<Case> cases = chosen();
        Walker walker = new Walker(stack, figures);
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

    private static List<Case> chosen() {
        String walk = System.getProperty("holdfast.walk", "");
        Pattern names = Pattern.compile(System.getProperty("holdfast.walk.cases", walk.isEmpty() ? SETTLED : ""));
        String[] part = System.getProperty("holdfast.walk.part", "1/1").split("/");
        List<Case> all = (walk.equals("all") ? full() : rotated())
                .stream().filter(one -> names.matcher(one.toString()).find()).toList();
        return Stream.iterate(0, i -> i < all.size(), i -> i + 1)
                .filter(i -> i % Integer.parseInt(part[1]) == Integer.parseInt(part[0]) - 1)
                .map(all::get)
                .toList();
    }

    private static List<Case> full() {
        List<Case> all = new ArrayList<>();
        for (FaultPoint point : FaultPoint.values()) {
            for (Way way : Ways.to(point)) {
                for (Action action : List.of(Action.HALT, Action.PAUSE)) {
                    for (Policy policy : Policy.values()) {
                        for (Mode mode : Mode.values()) {
                            all.add(new Case(point, way, action, policy, mode));
                        }
                    }
                }
            }
        }
        return all;
    }

    private static List<Case> rotated() {
        List<Case> all = new ArrayList<>();
        int turn = 0;
        for (FaultPoint point : FaultPoint.values()) {
            for (Way way : Ways.to(point)) {
                all.add(rotated(point, way, Action.HALT, turn));
                all.add(rotated(point, way, Action.PAUSE, turn + 5));
                turn++;
            }
        }
        return all;
    }

    private static Case rotated(FaultPoint point, Way way, Action action, int turn) {
        return new Case(point, way, action, Policy.values()[turn % 2], Mode.values()[turn % 3]);
    }
}
