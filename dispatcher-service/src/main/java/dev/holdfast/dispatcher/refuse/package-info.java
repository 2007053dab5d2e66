/**
 * How the edge says no: what was asked wrongly, all of it at once and by field, as problem details (RFC 9457) whose {@code
 * type} never changes. Nothing of the inside shows: no class names, no SQL, no stack traces.
 */
@NullMarked
package dev.holdfast.dispatcher.refuse;

import org.jspecify.annotations.NullMarked;
