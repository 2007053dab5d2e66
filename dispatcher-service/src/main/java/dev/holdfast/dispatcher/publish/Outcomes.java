package dev.holdfast.dispatcher.publish;

import java.time.Duration;
import java.util.Collection;

/** What became of what was sent. Called from the broker client's threads too: must not block. */
interface Outcomes {

    /** The broker has it. @param sentNanos when it was sent, by {@link System#nanoTime()} */
    void confirmed(Order order, long sentNanos);

    /** It was not published, or nobody knows: others may try after the pause. */
    void failed(Collection<Order> orders, Duration pause);
}
