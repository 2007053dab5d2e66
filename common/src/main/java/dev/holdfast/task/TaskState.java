package dev.holdfast.task;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Where a task is in its life, and the one table of allowed steps. The same rules stand in the WHERE of each statement
 * and in the CHECK constraints of the tables.
 */
public enum TaskState {
    /** Not due yet (delay, back-off). In no line, reserves nothing, blocks nobody. */
    SCHEDULED,
    /** In line for its resources, or parked because its route is closed. Holds nothing. */
    WAITING,
    /** Granted: holds its resources, is being published. */
    READY,
    /** With the broker. */
    QUEUED,
    /** Claimed by a worker process. */
    RUNNING,
    /** A cancel was asked of the worker that runs it. */
    CANCELING,
    SUCCEEDED,
    FAILED,
    CANCELED;

    private static final Map<TaskState, Set<TaskState>> NEXT = new EnumMap<>(TaskState.class);

    static {
        NEXT.put(SCHEDULED, EnumSet.of(WAITING, CANCELED, FAILED));
        NEXT.put(WAITING, EnumSet.of(READY, CANCELED, FAILED));
        NEXT.put(READY, EnumSet.of(QUEUED, RUNNING, WAITING, CANCELED, FAILED));
        NEXT.put(QUEUED, EnumSet.of(RUNNING, WAITING, CANCELED, FAILED));
        NEXT.put(RUNNING, EnumSet.of(SUCCEEDED, FAILED, CANCELED, CANCELING, WAITING, SCHEDULED));
        NEXT.put(CANCELING, EnumSet.of(SUCCEEDED, CANCELED));
        NEXT.put(SUCCEEDED, EnumSet.noneOf(TaskState.class));
        NEXT.put(FAILED, EnumSet.noneOf(TaskState.class));
        NEXT.put(CANCELED, EnumSet.noneOf(TaskState.class));
    }

    /** Whether a task may go from this state to {@code to} in one transition. */
    public boolean canBecome(TaskState to) {
        return next().contains(to);
    }

    /** Final states never change. */
    public boolean isFinal() {
        return next().isEmpty();
    }

    /** Whether a worker process owns the task now. */
    public boolean isOwned() {
        return this == RUNNING || this == CANCELING;
    }

    /** Whether the task holds its resources now. */
    public boolean holdsResources() {
        return this == READY || this == QUEUED || isOwned();
    }

    private Set<TaskState> next() {
        return NEXT.getOrDefault(this, Set.of());
    }
}
