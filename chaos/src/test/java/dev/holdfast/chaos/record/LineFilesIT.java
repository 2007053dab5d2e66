package dev.holdfast.chaos.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineFilesIT {

    private static final UUID TASK = new UUID(1, 2);
    private static final List<Need> NEEDS = List.of(new Need("a ü", Need.Mode.EXCLUSIVE));

    private final Path directory;

    LineFilesIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void what_was_written_is_read_back() {
        RunDirectory run = new RunDirectory(directory);
        RunLine start = line(RunLine.Kind.START, NEEDS, null);
        RunLine end = line(RunLine.Kind.END, List.of(), "success");
        Submit unheard = new Submit(1, null, null, "q", "t", NEEDS, 4, 0, "work 5", "RESUBMIT", 1, 3, "k", false);
        Settings settings = new Settings(
                1, 2, 3, 500, 3000, 1000, 1000, List.of(new WorkerShape("w1", 4, List.of("q"), List.of("t"))));
        run.write(settings);
        append(run.runs("w1"), start, end);
        append(run.submits(), unheard);
        append(run.cancels(), new Cancel(1, 2L, TASK, 202, "CANCELED"));

        Recorded read = run.read();

        assertThat(read.settings()).isEqualTo(settings);
        assertThat(read.runs()).containsExactly(start, end);
        assertThat(read.submits()).containsExactly(unheard);
        assertThat(read.cancels()).containsExactly(new Cancel(1, 2L, TASK, 202, "CANCELED"));
        assertThat(read.torn()).isZero();
    }

    @Test
    void a_line_torn_by_the_death_of_its_writer_is_left_out_and_does_not_spoil_the_next() throws IOException {
        Path file = directory.resolve("w1.jsonl");
        append(LineWriter.<RunLine>open(file), line(RunLine.Kind.START, NEEDS, null));
        Files.writeString(file, "{\"kind\":\"tick\",\"at\":12", StandardOpenOption.APPEND);

        append(LineWriter.<RunLine>open(file), line(RunLine.Kind.TICK, List.of(), null));

        LineReader reader = new LineReader();
        assertThat(reader.read(file, RunLine.class))
                .extracting(RunLine::kind)
                .containsExactly(RunLine.Kind.START, RunLine.Kind.TICK);
        assertThat(reader.torn()).isOne();
    }

    @Test
    void an_interrupted_thread_writes_its_line_and_stays_interrupted() {
        Path file = directory.resolve("w1.jsonl");
        try (LineWriter<RunLine> writer = LineWriter.open(file)) {
            Thread.currentThread().interrupt();
            writer.append(line(RunLine.Kind.TICK, List.of(), null));
            writer.append(line(RunLine.Kind.END, List.of(), "interrupted"));

            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(new LineReader().read(file, RunLine.class)).hasSize(2);
    }

    @Test
    void of_several_lines_about_one_fault_or_process_the_last_counts() {
        RunDirectory run = new RunDirectory(directory);
        run.write(new Settings(1, 2, 3, 500, 3000, 1000, 1000, List.of()));
        Fault begun = new Fault(1, FaultKind.SIGSTOP, "w1", 5L, 10, null, Map.of());
        Fault over = new Fault(1, FaultKind.SIGSTOP, "w1", 5L, 10, 20L, Map.of("running", 3));
        append(run.faults(), begun, over);
        ProcessLife started = new ProcessLife("w1", ProcessLife.WORKER, 5, 1, null, null, null, null);
        ProcessLife ended = new ProcessLife("w1", ProcessLife.WORKER, 5, 1, 2L, 9L, "killed", 137);
        append(run.processes(), started, ended);

        Recorded read = run.read();

        assertThat(read.faults()).containsExactly(over);
        assertThat(read.processes()).containsExactly(ended);
    }

    @SafeVarargs
    private static <T> void append(LineWriter<T> writer, T... values) {
        try (writer) {
            for (T value : values) {
                writer.append(value);
            }
        }
    }

    private static RunLine line(RunLine.Kind kind, List<Need> needs, @Nullable String how) {
        return new RunLine(kind, 1_796_052_683_715_624L, TASK, 1, 11, "w1", 5, needs, how);
    }
}
