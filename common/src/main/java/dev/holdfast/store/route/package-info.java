/** Which routes are open: served by a live worker and not paused; and what must be taken back from those that are not. */
@NullMarked
package dev.holdfast.store.route;

import org.jspecify.annotations.NullMarked;
