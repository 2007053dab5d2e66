package dev.holdfast.fault;

/** How a process comes to a point. */
abstract class Way {

    /** For the name of the case. */
    abstract String name();

    /** Brings up what is to fail. */
    abstract Faulted start(Run run);

    /** Whom else what it brought up may serve after a pause; empty for nobody. */
    String kind() {
        return "";
    }

    /** Makes the point be reached, or reached probably: called again and again until it was. */
    abstract void provoke(Run run, int round);

    /** What comes to the rescue: a restart, somebody else, or nobody. Called right after the fault. */
    abstract void repair(Run run);

    /** Called before the end is awaited, when a frozen process is awake again. */
    void afterwards(Run run) {}

    /** Called when the case is over, however it went. */
    void over(Run run) {}

    /** Whether it calls {@link Run#arm()} itself, in the midst of it. */
    boolean armsItself() {
        return false;
    }

    /** The value of {@code HOLDFAST_FAULT}; its last part is the one that is waited for. */
    String faults(Case it) {
        return it.point().label() + ":" + it.action().word();
    }

    /** Milliseconds until {@link #provoke} is tried again. */
    long patience() {
        return 2_500;
    }
}
