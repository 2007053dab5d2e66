package dev.holdfast.store.worker;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.lease.WorkerState;
import java.time.Duration;

/**
 * An earlier process under the same name whose row has not ended.
 *
 * @param beat its heartbeat counter: a change proves that it lives
 * @param expired whether its lease has run out by the database's clock
 */
public record Namesake(
        Incarnation incarnation, WorkerState state, String host, long pid, long beat, Duration ttl, boolean expired) {}
