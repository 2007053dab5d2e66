/**
 * What falls through the other nets: attempts whose owner is gone, attempts that their live worker does not know, attempts
 * that would not stop; and rows that nobody needs any more. In good times a sweep finds nothing.
 */
@NullMarked
package dev.holdfast.reaper.sweep;

import org.jspecify.annotations.NullMarked;
