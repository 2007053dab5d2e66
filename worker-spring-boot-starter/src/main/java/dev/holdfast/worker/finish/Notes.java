package dev.holdfast.worker.finish;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.progress.ProgressNote;
import dev.holdfast.task.AttemptKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What running attempts said since the last write, the latest of each kind. Thread-safe. */
final class Notes {

    private final Map<AttemptKey, Said> said = new HashMap<>();

    private record Said(Incarnation incarnation, ProgressNote note) {}

    synchronized void progress(Incarnation incarnation, AttemptKey key, int percent, String message) {
        merge(incarnation, new ProgressNote(key, percent, message, null));
    }

    synchronized void checkpoint(Incarnation incarnation, AttemptKey key, String json) {
        merge(incarnation, new ProgressNote(key, null, null, json));
    }

    /** Takes all that was said, by incarnation. */
    synchronized Map<Incarnation, List<ProgressNote>> takeAll() {
        Map<Incarnation, List<ProgressNote>> all = said.values().stream()
                .collect(Collectors.groupingBy(Said::incarnation, Collectors.mapping(Said::note, Collectors.toList())));
        said.clear();
        return all;
    }

    /** Gives back what could not be written; what was said since is newer. */
    synchronized void giveBack(Incarnation incarnation, List<ProgressNote> notes) {
        for (ProgressNote old : notes) {
            Said newer = said.get(old.key());
            ProgressNote merged = newer == null ? old : over(old, newer.note());
            said.put(old.key(), new Said(incarnation, merged));
        }
    }

    private void merge(Incarnation incarnation, ProgressNote newer) {
        Said older = said.get(newer.key());
        said.put(newer.key(), new Said(incarnation, older == null ? newer : over(older.note(), newer)));
    }

    private static ProgressNote over(ProgressNote older, ProgressNote newer) {
        return new ProgressNote(
                newer.key(),
                first(newer.percent(), older.percent()),
                first(newer.message(), older.message()),
                first(newer.checkpoint(), older.checkpoint()));
    }

    private static <T> @Nullable T first(@Nullable T a, @Nullable T b) {
        return a != null ? a : b;
    }
}
