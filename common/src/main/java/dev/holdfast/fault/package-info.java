/**
 * Named places where a process can be made to fail, so that anybody can see what Holdfast does about a crash there. Off by
 * default; switched on by {@code HOLDFAST_FAULT} in the environment, never by a property that an application could set by
 * accident. {@code docs/fault-points.md} says what each leaves behind and who repairs it.
 */
@NullMarked
package dev.holdfast.fault;

import org.jspecify.annotations.NullMarked;
