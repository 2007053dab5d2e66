/** Rows for tests of the store, and those tests. */
@NullMarked
package dev.holdfast.store;

import org.jspecify.annotations.NullMarked;
