package dev.holdfast.store.grant;

import java.time.Duration;
import java.util.UUID;

/**
 * The dispatcher in whose name a pass grants.
 *
 * @param dispatcher this process: the one that may publish what it granted
 * @param actor its name in the history
 * @param publishLease how long it alone may publish a granted task; then anyone may
 */
public record Grantor(UUID dispatcher, String actor, Duration publishLease) {}
