package dev.holdfast.store.reap;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.lease.WorkerState;
import java.time.Duration;
import java.time.Instant;

/**
 * A worker's row as one look found it.
 *
 * @param beat its heartbeat counter
 * @param ttl how long its lease holds without a heartbeat
 * @param heartbeatAt when the last one was stored, by the database's clock
 * @param silent how long ago that was, by the same clock
 * @param lapsed whether the lease has run out, by the same clock
 */
public record WorkerSighting(
        Incarnation incarnation,
        String name,
        String host,
        long pid,
        WorkerState state,
        long beat,
        Duration ttl,
        Instant heartbeatAt,
        Duration silent,
        boolean lapsed) {}
