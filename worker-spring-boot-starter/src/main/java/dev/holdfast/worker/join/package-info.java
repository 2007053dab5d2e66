/**
 * How a process becomes a worker. It takes the lock file of its name, learns from it which earlier processes of the name
 * are certainly dead, settles what those left behind, waits for the lease of one whose death nobody proved, and only then
 * registers its own incarnation: all of it before the first message is consumed. What came out of it, the
 * {@link dev.holdfast.worker.join.Membership}, is what the rest of the worker asks who it is and how long it may act.
 *
 * <p>The lock file proves a death like this: a process writes its incarnation into the file while it holds the lock and
 * before it registers, and the lock goes with the process. So whoever holds the lock knows that every incarnation named in
 * the file is dead. A row that the file does not name (another state directory, a wiped disk) is proved by nothing; and on a
 * network file system, whose locks can be lost under a living process, only a row of this very host is.
 */
@NullMarked
package dev.holdfast.worker.join;

import org.jspecify.annotations.NullMarked;
