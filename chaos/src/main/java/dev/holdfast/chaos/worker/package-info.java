/**
 * The worker of a chaos run: an application as anybody could write one, whose handlers do what their plan says (work, fail,
 * ignore interrupts, kill their JVM) and write down what they really did, outside Holdfast.
 */
@NullMarked
package dev.holdfast.chaos.worker;

import org.jspecify.annotations.NullMarked;
