package dev.holdfast.scenario;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Bounded waits that say what did not happen. */
final class Waiting {

    private Waiting() {}

    static void until(String what, Duration limit, Callable<Boolean> condition) {
        await(what)
                .atMost(limit)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(50))
                .until(condition);
    }

    /** Waits for one of the states. */
    static void untilState(Cluster cluster, String task, Duration limit, String... states) {
        Records records = cluster.records();
        await("task " + task + " becomes " + String.join(" or ", states))
                .atMost(limit)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(50))
                .until(
                        () -> records.state(task),
                        state -> java.util.List.of(states).contains(state));
    }

    static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
