/**
 * The whole system on one machine: embedded backing services, and the services of Holdfast as separate processes that can
 * be stopped, killed and frozen.
 */
@NullMarked
package dev.holdfast.quickstart;

import org.jspecify.annotations.NullMarked;
