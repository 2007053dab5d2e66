package dev.holdfast.dispatcher.reserve;

import dev.holdfast.store.grant.Granted;
import java.util.List;

/** Takes over what was granted, after the commit. */
@FunctionalInterface
public interface Publishing {

    /**
     * These tasks are READY and leased to this dispatcher: publish them soon. Must not wait for the broker. If it throws,
     * the leases run out and the tasks are published by whoever looks for such.
     */
    void granted(List<Granted> tasks);
}
