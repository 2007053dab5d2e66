/**
 * What the reaper reads and settles: who has fallen silent, attempts whose owner is gone, attempts that their live worker
 * does not know, attempts that would not stop, and rows that nobody needs any more. Each look is a plain read; each act
 * tests again under the locks, so that of two reapers the second finds nothing to do.
 */
@NullMarked
package dev.holdfast.store.reap;

import org.jspecify.annotations.NullMarked;
