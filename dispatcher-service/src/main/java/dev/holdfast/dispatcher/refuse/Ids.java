package dev.holdfast.dispatcher.refuse;

import dev.holdfast.task.TaskId;

/** Reads ids out of paths. */
public final class Ids {

    private Ids() {}

    /** @throws Refusal 404: what cannot be an id is the id of nothing */
    public static TaskId task(String text) {
        try {
            return TaskId.of(text);
        } catch (IllegalArgumentException e) {
            throw new Refusal(Problem.NOT_FOUND, "there is no task with that id: an id is a UUID");
        }
    }
}
