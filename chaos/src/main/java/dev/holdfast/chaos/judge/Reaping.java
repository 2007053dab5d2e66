package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Fault;
import dev.holdfast.chaos.record.FaultKind;
import dev.holdfast.chaos.record.ProcessLife;
import java.util.ArrayList;
import java.util.List;

/**
 * When reapers watched. Each convicts by its own observation alone, of a whole ttl without a break: what counts is how long
 * a single one of them was there, not whether one of them was there.
 */
final class Reaping {

    private final List<Span> watches = new ArrayList<>();

    Reaping(List<ProcessLife> processes, Faults faults) {
        for (ProcessLife life : processes) {
            if (life.role().equals(ProcessLife.REAPER) && life.ready() != null) {
                List<Span> disturbed = new ArrayList<>();
                for (Fault fault : faults.all()) {
                    if (disturbs(fault, life)) {
                        disturbed.add(Faults.window(fault, 0));
                    }
                }
                Span whole = new Span(life.ready(), life.ended() == null ? Span.FOREVER : life.ended());
                watches.addAll(Spans.union(disturbed).gapsIn(whole).spans());
            }
        }
    }

    /** Until when a worker that died at this time must have been settled, within the bound from when it was watched. */
    long due(long died, long bound) {
        long due = Span.FOREVER;
        for (Span watch : watches) {
            long settled = Math.max(watch.from(), died) + bound;
            if (settled <= watch.to()) {
                due = Math.min(due, settled);
            }
        }
        return due;
    }

    private static boolean disturbs(Fault fault, ProcessLife reaper) {
        return fault.kind() == FaultKind.REAPERS_DOWN
                || (fault.kind().costsLeases()
                        && fault.hits(reaper.name())
                        && (fault.pid() == null || fault.pid() == reaper.pid()));
    }
}
