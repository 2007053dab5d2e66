/**
 * The life of a worker's row: registered before the first consume, renewed by heartbeats, ended together with everything
 * that the process still had. Claims hold the row by FOR KEY SHARE, heartbeats change no key, whoever ends a row takes FOR
 * UPDATE first: so a claim either comes before the end and is settled by it, or finds the row ended.
 */
@NullMarked
package dev.holdfast.store.worker;

import org.jspecify.annotations.NullMarked;
