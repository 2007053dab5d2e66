/**
 * How another system refuses a writer that was given up. A process that was frozen past its lease may act for a moment when
 * it wakes, and somebody else has its resource by then. Holdfast cannot stop that; the system that is written to can: with
 * each thing it keeps the largest fencing token that wrote it, and refuses a smaller one. The comparison and the write are
 * one step there, under one lock. The same token may write as often as it likes: that is the same attempt.
 */
@NullMarked
package dev.holdfast.examples.fence;

import org.jspecify.annotations.NullMarked;
