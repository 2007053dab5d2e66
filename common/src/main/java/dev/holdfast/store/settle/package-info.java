/**
 * The only statements that end or take back an attempt, whoever asks for it: the worker that finished it, the worker that
 * stops, the successor of a dead one, the reaper, the dispatcher. Each ends the reservations in the same statement.
 */
@NullMarked
package dev.holdfast.store.settle;

import org.jspecify.annotations.NullMarked;
