package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Fault;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt may still do after it was settled. Nothing, but for two cases.
 *
 * <p>A process that was frozen, or cut off from the database, when its lease ended does not know it yet when it wakes: it may
 * run on for at most a second, and nothing that it reports may be accepted. A frozen process does nothing meanwhile; one
 * that is cut off has its own clock and must stop before its lease ends, so what it does before it is healed is not excused.
 *
 * <p>An attempt that holds no resource is settled while its code may still run: it harms nobody and is refused. It may run
 * to its end in a process that lost its lease through a fault, or where it ignores interrupts as planned.
 */
final class Waking {

    static final long GRACE = 1_000_000;

    /** Between the moment at which a process was woken or healed and the one at which the driver wrote that down. */
    private static final long NOTED_LATE = 100_000;

    private final Evidence evidence;

    Waking(Evidence evidence) {
        this.evidence = evidence;
    }

    /** The fault that excuses a line of this run at this time, in words; null if nothing does. */
    @Nullable String excuse(Run run, long line) {
        AttemptRow row = run.row();
        if (row == null || row.succeeded()) {
            return null;
        }
        Fault woken = woken(run, row, line);
        if (woken != null) {
            return evidence.faults().describe(woken);
        }
        return run.needs().isEmpty() ? excuseOfOneThatHoldsNothing(run, row, line) : null;
    }

    private @Nullable Fault woken(Run run, AttemptRow row, long line) {
        for (Fault fault : evidence.faults().on(run.worker(), run.pid(), run.started() - GRACE, line)) {
            Long until = fault.until();
            if (until == null
                    || !fault.kind().freezesOrCuts()
                    || fault.from() > row.endedAt()
                    || line > until + GRACE) {
                continue;
            }
            if (fault.kind().freezes() || line >= until - NOTED_LATE) {
                return fault;
            }
        }
        return null;
    }

    private @Nullable String excuseOfOneThatHoldsNothing(Run run, AttemptRow row, long line) {
        if (run.task().planned().equals("stubborn")) {
            return "holds nothing and ignores interrupts, as planned";
        }
        long ttl = evidence.settings().ttlMs() * 1000;
        for (Fault fault : evidence.faults().on(run.worker(), run.pid(), run.started(), row.endedAt())) {
            if (fault.kind().freezesOrCuts() && (fault.until() == null || line <= fault.until() + ttl)) {
                return "holds nothing, cut off by " + evidence.faults().describe(fault);
            }
        }
        return null;
    }
}
