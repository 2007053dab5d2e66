package dev.holdfast.dispatcher.publish;

import dev.holdfast.task.RouteName;
import java.time.Duration;

/** Takes note, durably, that the broker has lost what was published before. */
interface LostQueues {

    /** @param age since before the broker was asked */
    void queueLost(RouteName route, Duration age);

    /** @param age since before the broker was asked */
    void allQueuesLost(Duration age);
}
