/**
 * Starts the services as processes of their own, and does to them what a day in production does: SIGKILL, SIGTERM, SIGSTOP
 * and SIGCONT. None of them outlives the JVM that started it.
 */
@NullMarked
package dev.holdfast.chaos.process;

import org.jspecify.annotations.NullMarked;
