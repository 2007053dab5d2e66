package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Fault;
import dev.holdfast.chaos.record.Need;
import dev.holdfast.chaos.record.PriorityChange;
import dev.holdfast.chaos.record.ProcessLife;
import dev.holdfast.chaos.record.Recorded;
import dev.holdfast.chaos.record.RunLine;
import dev.holdfast.chaos.record.Submit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Sorts lines and rows by task and by run. */
final class EvidenceBuilder {

    private record RunKey(UUID task, int attempt, String worker, long pid) {}

    private final Recorded recorded;
    private final Rows rows;
    private final Faults faults;
    private final Map<UUID, TaskStory> stories = new LinkedHashMap<>();

    EvidenceBuilder(Recorded recorded, Rows rows) {
        this.recorded = recorded;
        this.rows = rows;
        this.faults = new Faults(recorded.faults(), recorded.settings().started());
    }

    Evidence build() {
        rows.tasks().forEach(row -> story(row.id()).row = row);
        rows.history().forEach(step -> story(step.task()).history.add(step));
        rows.attempts().forEach(row -> story(row.task()).attempts.put(row.number(), row));
        rows.lines().forEach(line -> story(line.task()).lines.add(line));
        submits();
        List<Run> runs = runs();
        for (TaskStory story : stories.values()) {
            story.history.sort(Comparator.comparingInt(Transition::version));
            story.runs.sort(Comparator.comparingLong(Run::started));
        }
        priorities();
        return new Evidence(recorded, rows, stories, runs, faults, new Liveness(recorded, faults, runs));
    }

    private TaskStory story(UUID id) {
        return stories.computeIfAbsent(id, TaskStory::new);
    }

    /** A call whose answer never came may be what stored the task that a repeat of it heard of. */
    private void submits() {
        Map<String, Long> firstAsked = new HashMap<>();
        for (Submit submit : recorded.submits()) {
            if (submit.key() != null) {
                firstAsked.merge(submit.key(), submit.asked(), Math::min);
            }
        }
        for (Submit submit : recorded.submits()) {
            if (submit.task() == null) {
                continue;
            }
            TaskStory story = story(submit.task());
            story.submits.add(submit);
            long asked = submit.key() == null ? submit.asked() : firstAsked.getOrDefault(submit.key(), submit.asked());
            story.asked = story.asked == null ? asked : Math.min(story.asked, asked);
            if (submit.answered() != null) {
                story.answered =
                        story.answered == null ? submit.answered() : Math.min(story.answered, submit.answered());
            }
        }
    }

    private void priorities() {
        for (TaskStory story : stories.values()) {
            int first = !story.submits.isEmpty()
                    ? story.submits.get(0).priority()
                    : story.row == null ? 0 : story.row.priority();
            story.lowestPriority = first;
            story.highestPriority = first;
        }
        for (PriorityChange change : recorded.priorities()) {
            TaskStory story = stories.get(change.task());
            if (story != null) {
                story.lowestPriority = Math.min(story.lowestPriority, change.priority());
                story.highestPriority = Math.max(story.highestPriority, change.priority());
            }
        }
    }

    private List<Run> runs() {
        Map<RunKey, List<RunLine>> byRun = new LinkedHashMap<>();
        for (RunLine line : recorded.runs()) {
            byRun.computeIfAbsent(
                            new RunKey(line.task(), line.attempt(), line.worker(), line.pid()),
                            key -> new ArrayList<>())
                    .add(line);
        }
        List<Run> runs = new ArrayList<>();
        byRun.forEach((key, lines) -> runs.add(run(key, lines)));
        runs.sort(Comparator.comparingLong(Run::started));
        runs.forEach(run -> run.task().runs.add(run));
        return runs;
    }

    private Run run(RunKey key, List<RunLine> lines) {
        TaskStory story = story(key.task());
        ProcessLife life = life(key, lines.get(0).at());
        Long ended = null;
        String how = null;
        int starts = 0;
        List<Need> needs = story.needs();
        for (RunLine line : lines) {
            if (line.kind() == RunLine.Kind.START) {
                starts++;
                needs = line.resources().isEmpty() ? needs : line.resources();
            } else if (line.kind() == RunLine.Kind.END) {
                ended = line.at();
                how = line.how();
            }
        }
        Moments at = new Moments(lines.stream().mapToLong(RunLine::at).toArray());
        long until = Math.max(ended != null ? ended : killed(key, life, at.last()), at.last());
        RunLine first = lines.get(0);
        return new Run(
                story,
                key.attempt(),
                first.token(),
                key.worker(),
                key.pid(),
                life,
                needs,
                at,
                starts,
                ended,
                how,
                until);
    }

    private @Nullable ProcessLife life(RunKey key, long at) {
        return recorded.processes().stream()
                .filter(p -> p.pid() == key.pid() && p.name().equals(key.worker()) && p.started() <= at)
                .max(Comparator.comparingLong(ProcessLife::started))
                .orElse(null);
    }

    /**
     * A run without an end lasts until its process was killed: it may have worked up to then. But a frozen process does
     * nothing, and one that ended by itself had its reasons: there the last line is what is known.
     */
    private long killed(RunKey key, @Nullable ProcessLife life, long lastLine) {
        if (life == null || life.ended() == null) {
            return life == null ? lastLine : Span.FOREVER;
        }
        List<Fault> hits = faults.on(key.worker(), key.pid(), lastLine, life.ended());
        boolean frozen = hits.stream().anyMatch(f -> f.kind().freezesOrCuts());
        return frozen
                ? lastLine
                : hits.stream()
                        .filter(f -> f.kind().kills() && f.from() >= lastLine)
                        .mapToLong(Fault::from)
                        .min()
                        .orElse(lastLine);
    }
}
