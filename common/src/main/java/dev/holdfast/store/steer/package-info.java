/**
 * What operators change without ending anything: the priority of a task that has not started, whether a queue is paused,
 * whether a worker should stop in good order.
 */
@NullMarked
package dev.holdfast.store.steer;

import org.jspecify.annotations.NullMarked;
