/**
 * How a claimed attempt becomes a result. A run is a straight line of steps in a thread of its own: read the input, call
 * the handler, write the result, judge; what it judged goes to {@code finish}. Whoever wants an attempt to stop (a cancel,
 * its timeout, the fence, the shutdown) says so to the {@link dev.holdfast.worker.run.Attempt}, which interrupts the
 * thread once and remembers why. An {@link dev.holdfast.worker.run.Overseer} watches the clock of all.
 *
 * <p>A handler that returns normally after a stop was asked has succeeded if the stop was a cancel (it really happened), or
 * if it never noticed: the interrupt was still pending and nobody asked {@code isCanceled()}. One that noticed a shutdown
 * or a fence and returned has not done its work, whatever it returned.
 */
@NullMarked
package dev.holdfast.worker.run;

import org.jspecify.annotations.NullMarked;
