/** How a delivered attempt becomes the property of one worker process: one statement, fenced by attempt and lease. */
@NullMarked
package dev.holdfast.store.claim;

import org.jspecify.annotations.NullMarked;
