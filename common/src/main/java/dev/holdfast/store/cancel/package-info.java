/**
 * How a cancel reaches a task: an unstarted one ends at once, a running one is asked to stop. No worker need be alive:
 * what a dead one was running is settled as canceled by whoever settles that worker.
 */
@NullMarked
package dev.holdfast.store.cancel;

import org.jspecify.annotations.NullMarked;
