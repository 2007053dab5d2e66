package dev.holdfast.store.grant;

import java.util.List;

/**
 * What a pass did.
 *
 * @param granted in the order of their lines, committed
 * @param looked how many tasks it woke or evaluated
 * @param more whether its bound ended it: run another one, now
 */
public record GrantResult(List<Granted> granted, int looked, boolean more) {

    /** Another dispatcher's pass kept the lock for too long; nothing was done. */
    static final GrantResult BUSY = new GrantResult(List.of(), 0, false);
}
