package dev.holdfast.store.worker;

import dev.holdfast.lease.Incarnation;
import java.time.Duration;
import java.util.Set;

/**
 * What a process says of itself when it starts.
 *
 * @param ttl how long a heartbeat holds its lease, at least 1 s
 */
public record Registration(
        Incarnation incarnation,
        String name,
        String host,
        long pid,
        Set<String> queues,
        Set<String> types,
        int slots,
        Duration ttl) {}
