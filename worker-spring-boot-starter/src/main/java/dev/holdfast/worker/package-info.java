/**
 * What a handler's author sees: a {@link dev.holdfast.worker.TaskHandler} runs tasks of one type, a
 * {@link dev.holdfast.worker.TaskContext} tells it about its attempt. Everything else of the worker is behind it, one
 * package per step of a task's life: receive, claim, run, heartbeat, finish, drain.
 */
@NullMarked
package dev.holdfast.worker;

import org.jspecify.annotations.NullMarked;
