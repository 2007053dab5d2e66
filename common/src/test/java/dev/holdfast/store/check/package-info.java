/** Plants what must never be, and sees it found and repaired. */
@NullMarked
package dev.holdfast.store.check;

import org.jspecify.annotations.NullMarked;
