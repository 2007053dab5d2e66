/**
 * Who a worker process is and how long it may act: an incarnation is one process start; its lease runs out unless it is
 * renewed in time.
 */
@NullMarked
package dev.holdfast.lease;

import org.jspecify.annotations.NullMarked;
