package dev.holdfast.task;

/**
 * One attempt of one task: what a message carries and what every write after a claim names.
 *
 * @param number at least 1; never reused within a task
 */
public record AttemptKey(TaskId task, int number) {

    public AttemptKey {
        if (number < 1) {
            throw new IllegalArgumentException("attempt numbers begin with 1, got " + number);
        }
    }

    /**
     * Reads what {@link #toString()} wrote.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static AttemptKey of(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("not <task id>/<attempt>: " + text);
        }
        return new AttemptKey(TaskId.of(text.substring(0, slash)), Integer.parseInt(text.substring(slash + 1)));
    }

    /** {@code <task id>/<number>}: the form in messages and in a worker's row. */
    @Override
    public String toString() {
        return task + "/" + number;
    }
}
