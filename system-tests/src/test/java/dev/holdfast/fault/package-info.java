/**
 * The walk: a process is made to fail at each fault point, and all that was promised must hold all the same. The process
 * that fails is a real one, and so are those that do not: a dispatcher, a reaper and workers that go on meanwhile.
 */
@NullMarked
package dev.holdfast.fault;

import org.jspecify.annotations.NullMarked;
