/**
 * The judge of a chaos run. It knows what handlers, submitters and the driver wrote down, and what the database remembers
 * at the end, and asks whether the promises were kept. It shares no code with the product: the table of transitions, the
 * rules of conflict and order, who waited and who held are written down again here, so that a mistake there is not
 * repeated here. Each promise is an oracle that answers with rows of a table, violations, and the few things that are
 * allowed only because a fault explains them.
 */
@NullMarked
package dev.holdfast.chaos.judge;

import org.jspecify.annotations.NullMarked;
