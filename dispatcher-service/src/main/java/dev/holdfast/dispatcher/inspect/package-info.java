/**
 * What became of tasks, and why they wait, over HTTP. Reads only. Who waits for an end holds neither a thread nor a
 * connection meanwhile ({@code Waiters}).
 */
@NullMarked
package dev.holdfast.dispatcher.inspect;

import org.jspecify.annotations.NullMarked;
