/**
 * How an attempt's end reaches the database. Ends are kept in memory until the database has answered, whatever becomes of
 * it meanwhile, and go out in groups: what gathers while one statement is on its way shares the next. Progress and
 * checkpoints take the same way, at most once a second, and always before the end of their attempt. After a commit a
 * transient signal tells the dispatchers that something was freed.
 */
@NullMarked
package dev.holdfast.worker.finish;

import org.jspecify.annotations.NullMarked;
