/**
 * What goes over the broker, and through which names: a hint {@code (task, attempt)} per published attempt, one queue per
 * route; and signals that only save waiting time. Losing any of it costs time, never a task.
 */
@NullMarked
package dev.holdfast.messaging;

import org.jspecify.annotations.NullMarked;
