package dev.holdfast.worker.run;

import dev.holdfast.task.Outcome;
import dev.holdfast.task.RouteName;
import java.time.Duration;

/** Told of each attempt whose code has returned; for metrics. Must be quick. */
@FunctionalInterface
public interface RunListener {

    /** @param outcome as this process judged; the row has the last word */
    void ran(RouteName route, Outcome outcome, Duration took);
}
