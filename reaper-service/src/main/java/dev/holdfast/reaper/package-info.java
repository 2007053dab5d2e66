/** The reaper: finds the work of workers that are gone and puts it back in line. Any number may run side by side. */
@NullMarked
package dev.holdfast.reaper;

import org.jspecify.annotations.NullMarked;
