/** The one way in which a service does something again and again: woken by a signal, or at latest after an interval. */
@NullMarked
package dev.holdfast.loop;

import org.jspecify.annotations.NullMarked;
