package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How long it takes from a fault that killed, froze or cut off a worker until the tasks that it ran are back in line, and
 * until they start again. Back in line is due within ttl + 2 passes, counted from the last thing that proves that the
 * worker lived, or from when a reaper and the database were up again. That they start a second later, where a slot and the
 * resources are free, is judged by the grant (see {@link Idle}) and by the time from the grant to the start.
 */
final class Recovery implements Oracle {

    /** Between a fault's cause and its line in the record, and a settlement and its time in the history. */
    private static final long SLACK = 500_000;

    private static final long START = 1_000_000;

    /**
     * Twenty returns of 250 ms: the message of a suspect may come to workers that run one, which return it after that moment,
     * and then the broker chooses again. With one worker of three free, one message in 3,000 misses it twenty times.
     */
    private static final long START_BESIDE_SUSPECTS = 5_000_000;

    private final List<Long> backInLine = new ArrayList<>();
    private final List<Long> nextStart = new ArrayList<>();

    @Override
    public String name() {
        return "fault to next start";
    }

    @Override
    public void judge(Evidence evidence, Findings findings) {
        long bound = evidence.settings().boundMs() * 1000;
        Reaping reaping = new Reaping(evidence.processes(), evidence.faults());
        for (Run run : evidence.runs()) {
            AttemptRow row = run.row();
            Fault fault = row == null || !row.lostOrInterrupted() ? null : fault(run, row, evidence);
            if (row != null && fault != null) {
                findings.looked();
                settled(run, row, fault, reaping, evidence, findings);
                started(run, fault, evidence, findings);
            }
        }
        findings.note(
                "bound %.1f s + 1 s; back in line %s; next start %s",
                bound / 1e6, Figures.of(backInLine), Figures.of(nextStart));
    }

    /** The first fault that hit its process while it ran. */
    private static @Nullable Fault fault(Run run, AttemptRow row, Evidence evidence) {
        long from = run.started();
        return evidence.faults().on(run.worker(), run.pid(), from, row.endedAt()).stream()
                .filter(f -> f.kind().costsLeases())
                .findFirst()
                .orElse(null);
    }

    private void settled(Run run, AttemptRow row, Fault fault, Reaping reaping, Evidence evidence, Findings findings) {
        backInLine.add(row.endedAt() - fault.from());
        if (!row.lost()) {
            return;
        }
        long died = lastLife(run, row, fault, evidence);
        long due = reaping.due(died, evidence.settings().boundMs() * 1000);
        if (due != Span.FOREVER && row.endedAt() > due + SLACK) {
            findings.violation(
                    fault.from(),
                    null,
                    String.format(
                            Locale.ROOT,
                            "%s was settled %.3f s after %s, %.3f s too late",
                            run.name(),
                            (row.endedAt() - fault.from()) / 1e6,
                            evidence.faults().describe(fault),
                            (row.endedAt() - due) / 1e6),
                    run.task());
        }
    }

    /** The last line of the run, or the last fault on its worker that was not over by then, or the end of one that was. */
    private static long lastLife(Run run, AttemptRow row, Fault fault, Evidence evidence) {
        long latest = Math.max(fault.from(), Math.min(run.lastLine(), row.endedAt()));
        for (Fault other : evidence.faults().on(run.worker(), run.pid(), fault.from(), row.endedAt())) {
            if (other.kind().costsLeases()) {
                boolean over = other.kind().freezesOrCuts() && other.until() != null && other.until() <= row.endedAt();
                latest = Math.max(latest, over && other.until() != null ? other.until() : other.from());
            }
        }
        return latest;
    }

    private void started(Run run, Fault fault, Evidence evidence, Findings findings) {
        Run next = run.task().runs.stream()
                .filter(r -> r.attempt() > run.attempt())
                .findFirst()
                .orElse(null);
        if (next == null) {
            return;
        }
        nextStart.add(next.started() - fault.from());
        Transition grant = run.task().history.stream()
                .filter(step -> step.to().equals("READY") && step.attempt() == next.attempt())
                .findFirst()
                .orElse(null);
        if (grant == null) {
            return;
        }
        Span flight = new Span(grant.at(), next.started());
        boolean excused =
                evidence.faults().windows(evidence.settings().boundMs() * 1000).touches(flight)
                        || evidence.liveness()
                                .crowded(run.task().queue(), run.task().type())
                                .touches(flight);
        if (waited(next, flight, evidence) > due(next, flight, evidence) && !excused) {
            findings.violation(
                    grant.at(),
                    null,
                    String.format(
                            Locale.ROOT,
                            "%s was granted again at %s, but started only %.3f s later",
                            run.task().name(),
                            evidence.when(grant.at()),
                            flight.length() / 1e6),
                    run.task());
        }
    }

    private static long due(Run next, Span flight, Evidence evidence) {
        boolean besideSuspects = next.ofSuspect()
                && evidence.liveness()
                        .someSuspected(next.task().queue(), next.task().type())
                        .touches(flight);
        return besideSuspects ? START_BESIDE_SUSPECTS : START;
    }

    /**
     * How long it waited at most while a worker might have taken it: none takes a second suspect beside the one that it runs,
     * and between two that it runs it may as well take another one that waits, too.
     */
    private static long waited(Run next, Span flight, Evidence evidence) {
        if (!next.ofSuspect()) {
            return flight.length();
        }
        Spans suspected =
                evidence.liveness().suspected(next.task().queue(), next.task().type());
        return suspected.gapsIn(flight).spans().stream()
                .mapToLong(Span::length)
                .max()
                .orElse(0);
    }
}
