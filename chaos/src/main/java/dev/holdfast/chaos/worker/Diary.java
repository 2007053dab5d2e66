package dev.holdfast.chaos.worker;

import dev.holdfast.chaos.record.LineWriter;
import dev.holdfast.chaos.record.Micros;
import dev.holdfast.chaos.record.Need;
import dev.holdfast.chaos.record.RunLine;
import dev.holdfast.chaos.record.RunLine.Kind;
import dev.holdfast.worker.TaskContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes down what the handlers of this process do, at the moment they do it. */
final class Diary {

    private final LineWriter<RunLine> lines;
    private final String worker;
    private final long pid = ProcessHandle.current().pid();

    Diary(LineWriter<RunLine> lines, String worker) {
        this.lines = lines;
        this.worker = worker;
    }

    void start(TaskContext task, List<Need> needs) {
        write(Kind.START, task, needs, null);
    }

    void tick(TaskContext task) {
        write(Kind.TICK, task, List.of(), null);
    }

    void end(TaskContext task, String how) {
        write(Kind.END, task, List.of(), how);
    }

    void refused(TaskContext task) {
        write(Kind.REFUSED, task, List.of(), null);
    }

    private void write(Kind kind, TaskContext task, List<Need> needs, @Nullable String how) {
        lines.append(new RunLine(
                kind, Micros.now(), task.taskId(), task.attempt(), task.fencingToken(), worker, pid, needs, how));
    }
}
