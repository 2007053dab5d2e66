/**
 * Drives a run: from one seed it plans tasks and faults, plays both against a running Holdfast, counts whether it saw
 * enough, lets everything come to an end, and hands the record over to be judged.
 */
@NullMarked
package dev.holdfast.chaos.storm;

import org.jspecify.annotations.NullMarked;
