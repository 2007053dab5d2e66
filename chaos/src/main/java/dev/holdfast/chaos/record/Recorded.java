package dev.holdfast.chaos.record;

import java.util.List;

/**
 * All that was recorded of one run.
 *
 * @param runs the lines of all workers, of one process in their order
 * @param torn how many lines could not be read
 */
public record Recorded(
        Settings settings,
        List<RunLine> runs,
        List<Submit> submits,
        List<Cancel> cancels,
        List<PriorityChange> priorities,
        List<Fault> faults,
        List<ProcessLife> processes,
        int torn) {}
