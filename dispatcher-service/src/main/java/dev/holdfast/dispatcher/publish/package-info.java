/**
 * How granted tasks get to the broker, and are taken back or sent again when they should not be there or got lost. One
 * connection of its own, a {@code Session} at a time; what is handed over is leased to this dispatcher, sent in order, and
 * marked once the broker confirmed it. Everything that fails gives its lease back, and one sweep picks up all such rows:
 * there is no other way to try again. While the connection is away or blocked nothing is leased and the windows are shut.
 */
@NullMarked
package dev.holdfast.dispatcher.publish;

import org.jspecify.annotations.NullMarked;
