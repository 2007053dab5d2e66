/** A whole worker in the test's own process, against a real database and broker. */
@NullMarked
package dev.holdfast.worker.rig;

import org.jspecify.annotations.NullMarked;
