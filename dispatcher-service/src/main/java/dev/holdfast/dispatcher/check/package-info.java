/**
 * Whether everything is in order, for operators: each invariant with its violations, and the repair of what can be settled
 * safely while everything runs.
 */
@NullMarked
package dev.holdfast.dispatcher.check;

import org.jspecify.annotations.NullMarked;
