package dev.holdfast.dispatcher.publish;

import dev.holdfast.store.publish.Leased;
import dev.holdfast.task.AttemptKey;

/**
 * A leased row on its way to the broker.
 *
 * @param again whether it is QUEUED already and its message was lost
 */
record Order(Leased leased, boolean again) {

    AttemptKey key() {
        return leased.key();
    }
}
