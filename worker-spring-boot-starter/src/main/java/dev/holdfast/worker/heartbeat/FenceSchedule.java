package dev.holdfast.worker.heartbeat;

import java.time.Duration;

/** What the time left of a lease demands of attempts that hold resources. */
record FenceSchedule(Duration interruptBefore, Duration haltBefore) {

    enum Step {
        NOTHING,
        INTERRUPT,
        HALT
    }

    Step at(Duration remaining) {
        if (remaining.compareTo(haltBefore) <= 0) {
            return Step.HALT;
        }
        return remaining.compareTo(interruptBefore) <= 0 ? Step.INTERRUPT : Step.NOTHING;
    }
}
