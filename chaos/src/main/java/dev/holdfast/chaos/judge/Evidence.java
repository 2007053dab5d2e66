package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.ProcessLife;
import dev.holdfast.chaos.record.Recorded;
import dev.holdfast.chaos.record.Settings;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Everything that the oracles ask, put in order once. */
record Evidence(
        Recorded recorded, Rows rows, Map<UUID, TaskStory> stories, List<Run> runs, Faults faults, Liveness liveness) {

    static Evidence of(Recorded recorded, Rows rows) {
        return new EvidenceBuilder(recorded, rows).build();
    }

    Collection<TaskStory> tasks() {
        return stories.values();
    }

    @Nullable TaskStory task(UUID id) {
        return stories.get(id);
    }

    Settings settings() {
        return recorded.settings();
    }

    List<ProcessLife> processes() {
        return recorded.processes();
    }

    /** Seconds since the run's start, for people. */
    String when(long at) {
        return String.format(Locale.ROOT, "%.3f s", (at - settings().started()) / 1e6);
    }
}
