/**
 * Whether everything is in order, asked of the tables: what must hold in every state, as statements that cost what is active
 * and not what waits; and repairs for what does not hold, through the steps that everybody else uses. What needs a look at
 * every waiting task is done in slices, a walk that goes on with each look.
 */
@NullMarked
package dev.holdfast.store.check;

import org.jspecify.annotations.NullMarked;
