package dev.holdfast.worker.claim;

import dev.holdfast.task.AttemptKey;
import dev.holdfast.worker.run.Slots;
import java.time.Duration;

/** A message that has a slot and waits for its answer. Each is answered once, from any thread. */
public interface Delivery {

    AttemptKey key();

    /** Given back by whoever answers, or by the run. */
    Slots.Slot slot();

    /** The message has served: forget it. */
    void ack();

    /** Back into the broker's queue, after a moment, without keeping others waiting. The slot is given back at once. */
    void giveBack(Duration after);
}
