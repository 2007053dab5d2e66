package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Need;
import dev.holdfast.chaos.record.Submit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** All that is known of one task: what submitters asked and heard, what the database remembers, and what really ran. */
final class TaskStory {

    private final UUID id;
    final List<Submit> submits = new ArrayList<>();
    final List<Transition> history = new ArrayList<>();
    final Map<Integer, AttemptRow> attempts = new TreeMap<>();
    final List<Run> runs = new ArrayList<>();
    final List<LineRow> lines = new ArrayList<>();

    @Nullable TaskRow row;

    /** When the first of the calls with its key was sent, and when the first answer came; by what submitters saw. */
    @Nullable Long asked;

    @Nullable Long answered;

    int lowestPriority;
    int highestPriority;

    TaskStory(UUID id) {
        this.id = id;
    }

    UUID id() {
        return id;
    }

    /** The end of the id is what tells ids of one run apart. */
    String name() {
        return id.toString();
    }

    @Nullable AttemptRow attempt(int number) {
        return attempts.get(number);
    }

    /** What it was submitted with; for a task whose submitter heard nothing, what the database stored. */
    List<Need> needs() {
        if (!submits.isEmpty()) {
            return submits.get(0).resources();
        }
        return row == null ? List.of() : row.resources();
    }

    String queue() {
        return submits.isEmpty()
                ? row == null ? "" : row.queue()
                : submits.get(0).queue();
    }

    String type() {
        return submits.isEmpty()
                ? row == null ? "" : row.type()
                : submits.get(0).type();
    }

    /** What its handler was to do; empty if its submitter heard nothing. */
    String planned() {
        return submits.isEmpty() ? "" : submits.get(0).planned();
    }

    /** The final transition, the last if there are several. */
    @Nullable Transition end() {
        Transition found = null;
        for (Transition step : history) {
            found = step.isFinal() ? step : found;
        }
        return found;
    }

    /** When it held its resources, by the history. */
    List<Span> holds() {
        return stretches(States::holds);
    }

    /** When it was in line or parked, by the history. */
    List<Span> waits() {
        return stretches("WAITING"::equals);
    }

    private List<Span> stretches(Predicate<String> inside) {
        List<Span> found = new ArrayList<>();
        long since = -1;
        for (Transition step : history) {
            boolean in = inside.test(step.to());
            if (in && since < 0) {
                since = step.at();
            } else if (!in && since >= 0) {
                found.add(new Span(since, step.at()));
                since = -1;
            }
        }
        if (since >= 0) {
            found.add(new Span(since, Span.FOREVER));
        }
        return found;
    }
}
