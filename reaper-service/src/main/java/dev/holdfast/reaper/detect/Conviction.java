package dev.holdfast.reaper.detect;

import dev.holdfast.store.reap.WorkerSighting;
import java.time.Duration;

/**
 * A worker that is dead by the evidence of one look.
 *
 * @param sighting its row as that look found it
 * @param stoodStill how long this reaper had watched its heartbeat counter stand still
 * @param at nanos of that look; evidence grows stale
 */
public record Conviction(WorkerSighting sighting, Duration stoodStill, long at) {}
