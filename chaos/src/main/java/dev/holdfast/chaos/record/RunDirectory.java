package dev.holdfast.chaos.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** The files of one run: who writes what where, and all of it read back. */
public record RunDirectory(Path path) {

    /** What a handler says, one file per worker process. */
    public LineWriter<RunLine> runs(String workerProcess) {
        return LineWriter.open(path.resolve("runs").resolve(workerProcess + ".jsonl"));
    }

    public LineWriter<Submit> submits() {
        return LineWriter.open(path.resolve("submits.jsonl"));
    }

    public LineWriter<Cancel> cancels() {
        return LineWriter.open(path.resolve("cancels.jsonl"));
    }

    public LineWriter<PriorityChange> priorities() {
        return LineWriter.open(path.resolve("priorities.jsonl"));
    }

    public LineWriter<Fault> faults() {
        return LineWriter.open(path.resolve("faults.jsonl"));
    }

    public LineWriter<ProcessLife> processes() {
        return LineWriter.open(path.resolve("processes.jsonl"));
    }

    /** The rows of the database at the end of the run, so that it can be judged again without it. */
    public Path database() {
        return path.resolve("database.jsonl");
    }

    /** Writes, or writes again, what the run was made with. */
    public void write(Settings settings) {
        JsonMapper.shared().writeValue(path.resolve("settings.json"), settings);
    }

    /** All that was recorded. Files that are missing count as empty; the settings must be there. */
    public Recorded read() {
        LineReader reader = new LineReader();
        Settings settings = reader.readOne(path.resolve("settings.json"), Settings.class);
        List<RunLine> runs = new ArrayList<>();
        for (Path file : runFiles()) {
            runs.addAll(reader.read(file, RunLine.class));
        }
        return new Recorded(
                settings,
                runs,
                reader.read(path.resolve("submits.jsonl"), Submit.class),
                reader.read(path.resolve("cancels.jsonl"), Cancel.class),
                reader.read(path.resolve("priorities.jsonl"), PriorityChange.class),
                last(reader.read(path.resolve("faults.jsonl"), Fault.class), Fault::id),
                last(
                        reader.read(path.resolve("processes.jsonl"), ProcessLife.class),
                        p -> List.of(p.name(), p.pid(), p.started())),
                reader.torn());
    }

    /** Of several lines about the same thing the last. */
    private static <T> List<T> last(List<T> values, Function<T, Object> key) {
        Map<Object, T> byKey = new LinkedHashMap<>();
        values.forEach(value -> byKey.put(key.apply(value), value));
        return List.copyOf(byKey.values());
    }

    private List<Path> runFiles() {
        Path runs = path.resolve("runs");
        if (!Files.isDirectory(runs)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(runs)) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
