package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.LineReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the database remembers at the end of a run. */
record Rows(
        List<TaskRow> tasks,
        List<Transition> history,
        List<AttemptRow> attempts,
        List<ReservationRow> reservations,
        List<LineRow> lines) {

    /** Reads a dump. Unlike the files of killed processes it must be whole. */
    static Rows read(Path dump) {
        Rows rows =
                new Rows(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        LineReader reader = new LineReader();
        reader.read(dump, DatabaseLine.class).forEach(rows::add);
        if (reader.torn() > 0 || rows.tasks.isEmpty()) {
            throw new IllegalStateException(
                    dump + " is no whole dump of a run: " + reader.torn() + " lines cannot be read");
        }
        return rows;
    }

    private void add(DatabaseLine line) {
        if (line.history() != null) {
            history.add(line.history());
        }
        if (line.attempt() != null) {
            attempts.add(line.attempt());
        }
        if (line.task() != null) {
            tasks.add(line.task());
        }
        if (line.reservation() != null) {
            reservations.add(line.reservation());
        }
        if (line.line() != null) {
            lines.add(line.line());
        }
    }
}
