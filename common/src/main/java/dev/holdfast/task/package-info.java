/**
 * The vocabulary that all services share: what a task is called, in which states it can be, which steps lead from one to
 * the next. Nothing here knows a framework, a database or a broker.
 */
@NullMarked
package dev.holdfast.task;

import org.jspecify.annotations.NullMarked;
