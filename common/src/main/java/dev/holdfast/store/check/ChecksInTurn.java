package dev.holdfast.store.check;

import java.util.concurrent.locks.Lock;

/** Makes the checks of a service that has one connection for several things. */
public interface ChecksInTurn {

    /** @param turn held for each statement, not for the whole check */
    Checks with(Lock turn);
}
