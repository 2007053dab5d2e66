package dev.holdfast.fault;

import java.util.Locale;

/** One step of the walk: where, what happens there, and to what kind of task. */
record Case(FaultPoint point, Way way, Fault.Action action, Policy policy, Mode mode) {

    /** {@code onWorkerLost}. */
    enum Policy {
        RESUBMIT,
        CANCEL
    }

    /** What the tasks need. */
    enum Mode {
        EXCLUSIVE,
        SHARED,
        NOTHING
    }

    @Override
    public String toString() {
        return (point.label() + " " + action + " " + policy + " " + mode + " (" + way.name() + ")")
                .toLowerCase(Locale.ROOT);
    }
}
