package dev.holdfast.chaos.storm;

import dev.holdfast.chaos.record.Fault;
import dev.holdfast.chaos.record.FaultKind;
import dev.holdfast.chaos.record.LineWriter;
import dev.holdfast.chaos.record.Micros;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Writes each fault down twice: when it begins, and when it is over. Thread-safe. */
final class FaultLog implements AutoCloseable {

    private final AtomicLong ids = new AtomicLong();
    private final LineWriter<Fault> lines;

    FaultLog(LineWriter<Fault> lines) {
        this.lines = lines;
    }

    /** A fault of one process that begins now. */
    Fault begin(FaultKind kind, Actor target, Map<String, Object> details) {
        return begin(kind, target.name(), target.pid(), Micros.now(), details);
    }

    /** A fault of all, or of what is no process of ours, that begins now. */
    Fault begin(FaultKind kind, Map<String, Object> details) {
        return begin(kind, null, null, Micros.now(), details);
    }

    Fault begin(FaultKind kind, @Nullable String target, @Nullable Long pid, long from, Map<String, Object> details) {
        Fault fault = new Fault(ids.incrementAndGet(), kind, target, pid, from, null, details);
        lines.append(fault);
        return fault;
    }

    /** It is healed, woken, or started again and ready. */
    void end(Fault fault) {
        lines.append(new Fault(
                fault.id(), fault.kind(), fault.target(), fault.pid(), fault.from(), Micros.now(), fault.details()));
    }

    @Override
    public void close() {
        lines.close();
    }
}
