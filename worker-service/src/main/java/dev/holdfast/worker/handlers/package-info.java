/**
 * The handlers that every worker of this service brings along. {@code exec} runs a command that the operator has allowed,
 * under a watchdog process that kills it when this worker dies, or before a frozen worker's lease ends. {@code http} calls an
 * allowed URL, which makes a task of code in any language. {@code echo}, {@code sleep} and {@code fail} are for trials.
 */
@NullMarked
package dev.holdfast.worker.handlers;

import org.jspecify.annotations.NullMarked;
