package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Cancel;
import dev.holdfast.chaos.record.Fault;
import dev.holdfast.chaos.record.FaultKind;
import dev.holdfast.chaos.record.PriorityChange;
import dev.holdfast.chaos.record.ProcessLife;
import dev.holdfast.chaos.record.Recorded;
import dev.holdfast.chaos.record.RunLine;
import dev.holdfast.chaos.record.Settings;
import dev.holdfast.chaos.record.Submit;
import dev.holdfast.chaos.record.WorkerShape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A chaos run that never was. All times are milliseconds since its start; a lease lasts 3 s, a reaper's pass 1 s. */
final class MadeUp {

    static final String QUEUE = "default";
    static final String TYPE = "chaos";

    final List<RunLine> runs = new ArrayList<>();
    final List<Submit> submits = new ArrayList<>();
    final List<Cancel> cancels = new ArrayList<>();
    final List<PriorityChange> priorities = new ArrayList<>();
    final List<Fault> faults = new ArrayList<>();
    final List<ProcessLife> processes = new ArrayList<>();
    final List<WorkerShape> shapes = new ArrayList<>();
    final List<TaskRow> tasks = new ArrayList<>();
    final List<Transition> history = new ArrayList<>();
    final List<AttemptRow> attempts = new ArrayList<>();
    final List<ReservationRow> reservations = new ArrayList<>();
    final List<LineRow> lines = new ArrayList<>();
    final Map<String, Long> pids = new HashMap<>();
    private final List<MadeUpTask> made = new ArrayList<>();
    private long places;
    private long tokens;

    /** Two workers with four slots each, a dispatcher and a reaper, all up since long before. */
    MadeUp() {
        process("d1", ProcessLife.DISPATCHER, 1, -60_000, null, null);
        process("r1", ProcessLife.REAPER, 2, -60_000, null, null);
        worker("w1", 11, 4);
        worker("w2", 12, 4);
    }

    static long micros(long millis) {
        return (millis + 100_000) * 1000;
    }

    void worker(String name, long pid, int slots) {
        shapes.add(new WorkerShape(name, slots, List.of(QUEUE), List.of(TYPE)));
        process(name, ProcessLife.WORKER, pid, -60_000, null, null);
    }

    void process(String name, String role, long pid, long started, @Nullable Long ended, @Nullable String how) {
        pids.put(name, pid);
        processes.removeIf(p -> p.name().equals(name) && p.pid() == pid);
        processes.add(new ProcessLife(
                name,
                role,
                pid,
                micros(started),
                micros(started),
                ended == null ? null : micros(ended),
                how,
                how == null ? null : 1));
    }

    /** The worker's process ends at this time. */
    void dies(String worker, long at, String how) {
        process(worker, ProcessLife.WORKER, pids.getOrDefault(worker, 0L), -60_000, at, how);
    }

    /** A SIGKILL of the worker's process. */
    void kill(String worker, long at) {
        fault(FaultKind.SIGKILL, worker, at, at + 10);
        dies(worker, at + 10, "killed");
    }

    Fault fault(FaultKind kind, @Nullable String target, long from, @Nullable Long until) {
        Fault fault = new Fault(
                faults.size() + 1L,
                kind,
                target,
                target == null ? null : pids.get(target),
                micros(from),
                until == null ? null : micros(until),
                Map.of());
        faults.add(fault);
        return fault;
    }

    Fault fault(FaultKind kind, @Nullable String target, long from, long until) {
        return fault(kind, target, from, Long.valueOf(until));
    }

    void cancel(MadeUpTask task, long answered, String state) {
        cancels.add(new Cancel(micros(answered - 3), micros(answered), task.id, 202, state));
    }

    MadeUpTask task() {
        MadeUpTask task = new MadeUpTask(this, new UUID(0x0190L << 48, made.size() + 1L));
        made.add(task);
        return task;
    }

    long nextPlace() {
        return ++places;
    }

    long nextToken() {
        return ++tokens;
    }

    /** What one oracle says of it. */
    Verdict judgedBy(Oracle oracle) {
        return Judge.judge(evidence(), Stream.of(oracle));
    }

    /** What the whole judge says of it. */
    Verdict judged() {
        evidence();
        return Judge.judge(recorded(), rows());
    }

    private Evidence evidence() {
        tasks.clear();
        made.stream().filter(task -> task.stored).map(MadeUpTask::row).forEach(tasks::add);
        return Evidence.of(recorded(), rows());
    }

    private Recorded recorded() {
        Settings settings = new Settings(7, micros(0), micros(600_000), 500, 3000, 1000, 1000, shapes);
        return new Recorded(settings, runs, submits, cancels, priorities, faults, processes, 0);
    }

    private Rows rows() {
        return new Rows(tasks, history, attempts, reservations, lines);
    }
}
