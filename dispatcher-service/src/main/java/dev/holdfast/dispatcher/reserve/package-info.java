/**
 * Keeps grants going: a loop that puts due tasks in line, parks and unparks, ends the expired, and runs grant passes until
 * nothing moves, on every signal and at least every half second. What it granted goes to {@link
 * dev.holdfast.dispatcher.reserve.Publishing}; how much may be granted it asks from {@link
 * dev.holdfast.dispatcher.reserve.Rooms}. It knows no broker.
 */
@NullMarked
package dev.holdfast.dispatcher.reserve;

import org.jspecify.annotations.NullMarked;
