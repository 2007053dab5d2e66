package dev.holdfast.store.submit;

import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;

/** A task that is stored, with the state that it had when this was read. */
public record Submitted(TaskId id, TaskState state) {}
