/**
 * The commands of {@code ./holdfast}. A command says what it does, prints what went wrong in one sentence, and ends with
 * 0 (done), 1 (it went wrong) or 2 (asked wrongly).
 */
@NullMarked
package dev.holdfast.quickstart.cli;

import org.jspecify.annotations.NullMarked;
