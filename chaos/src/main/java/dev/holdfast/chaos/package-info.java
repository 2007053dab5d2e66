/**
 * The chaos run: a whole Holdfast of real processes, a seeded storm of tasks against a seeded storm of faults, and then a
 * judge that compares what Holdfast says with what the handlers themselves wrote down.
 */
@NullMarked
package dev.holdfast.chaos;

import org.jspecify.annotations.NullMarked;
