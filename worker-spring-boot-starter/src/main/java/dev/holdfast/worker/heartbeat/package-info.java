/**
 * How the process proves that it lives, and what it does when it cannot. One thread renews the lease, on a connection that
 * nobody else uses; its answers bring cancels, overdue attempts and the wish of an operator to drain. Another thread, the
 * fence, does nothing but compare the local clock with the end of the lease: in time before it, attempts that hold
 * resources are interrupted, and if one has not returned shortly before the end, the processes they started are killed and
 * this one halts. So no code of this process acts on a resource after its lease. Attempts without resources go on: their
 * end is fenced by the row.
 */
@NullMarked
package dev.holdfast.worker.heartbeat;

import org.jspecify.annotations.NullMarked;
