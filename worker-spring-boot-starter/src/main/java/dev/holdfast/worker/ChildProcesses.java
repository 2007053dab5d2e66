package dev.holdfast.worker;

/**
 * Whoever starts processes on behalf of attempts declares a bean of this type. The worker's fencing watchdog calls all of
 * them right before it halts the process, so that nothing the attempts started acts on past the lease.
 */
public interface ChildProcesses {

    /**
     * Kills every process that was started for an attempt and still runs, descendants included. Called from a thread that
     * has a second at most: an implementation kills, it does not ask and it does not wait for handlers. Safe to call more
     * than once and from any thread; must not throw.
     */
    void killAll();
}
