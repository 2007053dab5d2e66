/**
 * What a granted task goes through until it is with the broker, and what is done when the broker lost it. A dispatcher
 * leases rows, publishes them, and marks what the broker confirmed; a lease that runs out is anybody's. How much may be
 * published at all, the windows tell.
 */
@NullMarked
package dev.holdfast.store.publish;

import org.jspecify.annotations.NullMarked;
