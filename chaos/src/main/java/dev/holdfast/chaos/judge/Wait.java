package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Submit;
import org.jspecify.annotations.Nullable;

/**
 * One stay of a task in line, with what is known of its place: that was drawn between these two times.
 *
 * @param span when it waited, by the history
 * @param drawnFrom the earliest time at which its place can have been drawn
 * @param drawnTo the latest
 */
record Wait(TaskStory task, Span span, long drawnFrom, long drawnTo) {

    /** How long a statement may take, at most, that gives places or stores a task. */
    private static final long STATEMENT = 4_000_000;

    static Wait of(TaskStory task, Span span) {
        Transition entry = entry(task, span.from());
        if (entry == null) {
            return new Wait(task, span, 0, Span.FOREVER);
        }
        if (entry.from() == null) {
            // The time of a submit is taken before the place is drawn, and its answer comes after that.
            long to = entry.at() + STATEMENT;
            for (Submit submit : task.submits) {
                to = submit.answered() == null ? to : Math.min(to, submit.answered());
            }
            return new Wait(task, span, entry.at(), Math.max(to, entry.at()));
        }
        return new Wait(task, span, entry.at() - STATEMENT, entry.at());
    }

    /** The step that gave it the place which it has: back from an attempt that was lost it keeps its old one. */
    private static @Nullable Transition entry(TaskStory task, long at) {
        Transition found = null;
        for (Transition step : task.history) {
            boolean enters = step.to().equals("WAITING")
                    && (step.from() == null || step.from().equals("SCHEDULED"));
            if (enters && (found == null || step.at() <= at)) {
                found = step;
            }
        }
        return found;
    }

    boolean isSurelyAheadOf(Wait other) {
        return task.lowestPriority > other.task.highestPriority || (samePriority(other) && drawnTo < other.drawnFrom);
    }

    private boolean samePriority(Wait other) {
        return task.lowestPriority == task.highestPriority
                && other.task.lowestPriority == other.task.highestPriority
                && task.lowestPriority == other.task.lowestPriority;
    }
}
