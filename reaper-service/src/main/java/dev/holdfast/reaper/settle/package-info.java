/**
 * What becomes of the dead: one transaction per worker ends its row and all that it had, never slowed down. The evidence is
 * tested again under the row's lock, so that any number of reapers may do it side by side and one that slept does no harm.
 */
@NullMarked
package dev.holdfast.reaper.settle;

import org.jspecify.annotations.NullMarked;
