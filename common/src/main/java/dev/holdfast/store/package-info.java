/**
 * The one door to PostgreSQL. Each sub-package holds the statements of one verb of a task's life; each statement is a file
 * under {@code resources/dev/holdfast/store/…} whose first line says from which state to which it leads. A lost race is an
 * answer, not an exception.
 */
@NullMarked
package dev.holdfast.store;

import org.jspecify.annotations.NullMarked;
