/**
 * A stack of real processes on this machine: PostgreSQL, a broker, dispatchers, reapers and workers.
 *
 * <p>What shall run is written down in a {@link dev.holdfast.quickstart.stack.StackPlan}; a
 * {@link dev.holdfast.quickstart.stack.Stack} starts, stops, kills and freezes its processes by name. How each was started
 * is kept in files ({@code run/<name>.json}, {@code run/<name>.pid}), so that another process, a command in another
 * terminal, can do the same to a stack that it did not start. A small guard process ends everything when whoever
 * started the stack dies without stopping it.
 */
@NullMarked
package dev.holdfast.quickstart.stack;

import org.jspecify.annotations.NullMarked;
