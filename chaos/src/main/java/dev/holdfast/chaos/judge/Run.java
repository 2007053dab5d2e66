package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Need;
import dev.holdfast.chaos.record.ProcessLife;
import dev.holdfast.chaos.record.RunLine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a handler, as it wrote itself.
 *
 * @param life the process that it ran in; null if the driver does not know one
 * @param lines when it wrote a line, in order; the first is its start
 * @param starts how many starts it wrote
 * @param ended when it wrote its end; null if it did not
 * @param until when it was over: its end, or the moment at which its process was killed while it still ran
 */
record Run(
        TaskStory task,
        int attempt,
        long token,
        String worker,
        long pid,
        @Nullable ProcessLife life,
        List<Need> needs,
        Moments lines,
        int starts,
        @Nullable Long ended,
        @Nullable String how,
        long until) {

    long started() {
        return lines.first();
    }

    long lastLine() {
        return lines.last();
    }

    boolean completed() {
        return ended != null && RunLine.SUCCESS.equals(how);
    }

    /** Whether its task had a loss on its record when it started. */
    boolean ofSuspect() {
        return task.attempts.values().stream().anyMatch(a -> a.lost() && a.number() < attempt);
    }

    Span span() {
        return new Span(started(), until);
    }

    @Nullable AttemptRow row() {
        return task.attempt(attempt);
    }

    /** For people. */
    String name() {
        return task.name() + "/" + attempt + " on " + worker + " (pid " + pid + ")";
    }
}
