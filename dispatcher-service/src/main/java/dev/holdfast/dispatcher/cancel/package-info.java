/**
 * How callers cancel tasks. An unstarted one is final when the answer goes out; a running one is asked to stop, by its row
 * (its worker learns of it with the next heartbeat) and, to save that time, by a signal.
 */
@NullMarked
package dev.holdfast.dispatcher.cancel;

import org.jspecify.annotations.NullMarked;
