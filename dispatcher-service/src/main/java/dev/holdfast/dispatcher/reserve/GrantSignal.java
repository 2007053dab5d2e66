package dev.holdfast.dispatcher.reserve;

/**
 * Something may be grantable now: a task was submitted, ended, returned or changed its priority, a route opened, a window
 * got room. Call it after the commit. A forgotten or lost signal costs at most half a second.
 */
@FunctionalInterface
public interface GrantSignal {

    /** Returns at once. May be called from any thread, any number of times. */
    void look();
}
