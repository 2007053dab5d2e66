package dev.holdfast.store.grant;

import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.RouteName;

/**
 * A task that became READY. It holds its resources, and the dispatcher that ran the pass has the lease to publish it.
 *
 * @param route the id of the route called {@code name}
 */
public record Granted(AttemptKey key, int route, RouteName name, boolean suspect) {}
