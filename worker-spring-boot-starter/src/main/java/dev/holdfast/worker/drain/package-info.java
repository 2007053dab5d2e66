/**
 * How a worker leaves. It stops to consume and returns what has not started, keeps its heartbeat, lets running attempts
 * finish within the grace, interrupts the rest, and as its last act ends its row together with everything that the
 * database, not the process, says is still its own. A worker with an attempt that holds resources and will not stop is
 * condemned: the same way out, but at its end the child processes are killed and the process halts.
 */
@NullMarked
package dev.holdfast.worker.drain;

import org.jspecify.annotations.NullMarked;
