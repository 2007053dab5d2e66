package dev.holdfast.chaos.record;

import java.util.List;

/**
 * What the run was made with.
 *
 * @param started microseconds since the epoch; all times in the report are relative to it
 * @param faultsEnded when the last fault had been healed
 * @param ttlMs lease of a worker
 * @param passMs period of a reaper
 * @param stopGraceMs how long an attempt may ignore that it should stop
 */
public record Settings(
        long seed,
        long started,
        long faultsEnded,
        long heartbeatMs,
        long ttlMs,
        long passMs,
        long stopGraceMs,
        List<WorkerShape> workers) {

    /** Milliseconds within which the work of a dead worker is back in line. */
    public long boundMs() {
        return ttlMs + 2 * passMs;
    }
}
