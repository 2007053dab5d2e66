/**
 * What operators change while tasks wait and run: a priority, a queue that pauses, a worker that is to stop in good order.
 */
@NullMarked
package dev.holdfast.dispatcher.steer;

import org.jspecify.annotations.NullMarked;
