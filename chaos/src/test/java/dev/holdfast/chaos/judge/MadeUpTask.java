package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Need;
import dev.holdfast.chaos.record.RunLine;
import dev.holdfast.chaos.record.Submit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One task of a run that never was: each call is one thing that happened to it, in milliseconds since the run's start. */
final class MadeUpTask {

    final UUID id;
    boolean stored = true;
    int version;
    int attempt;
    int maxLost = 3;
    String plan = "work 100";
    String onWorkerLost = "RESUBMIT";

    @Nullable String key;

    private final MadeUp run;
    private final List<Need> needs = new ArrayList<>();
    private int priority = 4;
    private long place;
    private @Nullable String state;
    private String worker = "";
    private long token;
    private long claimedAt;

    MadeUpTask(MadeUp run, UUID id) {
        this.run = run;
        this.id = id;
    }

    MadeUpTask exclusive(String resource) {
        needs.add(new Need(resource, Need.Mode.EXCLUSIVE));
        return this;
    }

    MadeUpTask shared(String resource) {
        needs.add(new Need(resource, Need.Mode.SHARED));
        return this;
    }

    MadeUpTask priority(int value) {
        priority = value;
        return this;
    }

    MadeUpTask plan(String value) {
        plan = value;
        return this;
    }

    /** Asked at this time, stored 2 ms and answered 5 ms later. */
    MadeUpTask submit(long at) {
        heard(at, at + 5);
        entersLine(at + 2);
        return this;
    }

    MadeUpTask submitDelayed(long at, long delayMs) {
        run.submits.add(submitted(at, at + 5, delayMs, id));
        step(at + 2, "SCHEDULED", null);
        return this;
    }

    /** What the submitter saw, without the task. */
    MadeUpTask heard(long asked, @Nullable Long answered) {
        run.submits.add(submitted(asked, answered, 0, answered == null ? null : id));
        return this;
    }

    MadeUpTask heard(long asked, long answered) {
        return heard(asked, Long.valueOf(answered));
    }

    /** Into the line, with a place of its own, from nothing or from a delay. */
    MadeUpTask entersLine(long at) {
        place = run.nextPlace();
        step(at, "WAITING", null);
        note(at, "WAITING", false);
        return this;
    }

    MadeUpTask parked(long at) {
        note(at, "WAITING", true);
        return this;
    }

    MadeUpTask unparked(long at) {
        note(at, "WAITING", false);
        return this;
    }

    MadeUpTask grant(long at) {
        attempt++;
        note(at, "READY", false);
        return step(at, "READY", null);
    }

    MadeUpTask queued(long at) {
        return step(at, "QUEUED", null);
    }

    MadeUpTask claim(String by, long at) {
        worker = by;
        token = run.nextToken();
        claimedAt = at;
        return step(at, "RUNNING", null);
    }

    MadeUpTask start(long at) {
        return line(RunLine.Kind.START, at, null);
    }

    /** Each 100 ms from here up to there. */
    MadeUpTask ticks(long from, long to) {
        for (long at = from; at <= to; at += 100) {
            line(RunLine.Kind.TICK, at, null);
        }
        return this;
    }

    MadeUpTask end(long at, String how) {
        return line(RunLine.Kind.END, at, how);
    }

    /** Granted at this time, claimed 10 ms and started 12 ms later, ticking up to that one. */
    MadeUpTask runs(String by, long from, long to) {
        return grant(from).claim(by, from + 10).start(from + 12).ticks(from + 112, to);
    }

    /** Granted and run from here to there, with success, stored a millisecond later. */
    MadeUpTask succeeds(String by, long from, long to) {
        return runs(by, from, to - 1).end(to, RunLine.SUCCESS).settled(to + 1, "SUCCEEDED", "SUCCEEDED", null);
    }

    /** The attempt ends. */
    MadeUpTask settled(long at, String outcome, String next, @Nullable String reason) {
        run.attempts.add(new AttemptRow(
                id,
                attempt,
                worker,
                new UUID(1, 1),
                token,
                MadeUp.micros(claimedAt),
                MadeUp.micros(at),
                outcome,
                false,
                "as the test says"));
        step(at, next, reason);
        if (next.equals("WAITING")) {
            note(at, "WAITING", false);
        }
        return this;
    }

    MadeUpTask lost(long at) {
        return settled(at, "LOST", "WAITING", "WORKER_LOST");
    }

    MadeUpTask canceled(long at) {
        return step(at, "CANCELED", "USER");
    }

    MadeUpTask step(long at, String to, @Nullable String reason) {
        run.history.add(new Transition(id, ++version, MadeUp.micros(at), state, to, attempt, "test", reason));
        state = to;
        return this;
    }

    MadeUpTask line(RunLine.Kind kind, long at, @Nullable String how) {
        List<Need> said = kind == RunLine.Kind.START ? needs : List.of();
        run.runs.add(new RunLine(
                kind, MadeUp.micros(at), id, attempt, token, worker, run.pids.getOrDefault(worker, 0L), said, how));
        return this;
    }

    TaskRow row() {
        boolean done =
                state != null && List.of("SUCCEEDED", "FAILED", "CANCELED").contains(state);
        return new TaskRow(
                id,
                MadeUp.TYPE,
                MadeUp.QUEUE,
                needs,
                priority,
                3,
                maxLost,
                onWorkerLost,
                null,
                done ? null : state,
                done ? state : null,
                null);
    }

    private void note(long at, String to, boolean parked) {
        run.lines.add(new LineRow(id, MadeUp.micros(at), to, parked, 9 - priority, place));
    }

    private Submit submitted(long asked, @Nullable Long answered, long delayMs, @Nullable UUID heard) {
        return new Submit(
                MadeUp.micros(asked),
                answered == null ? null : MadeUp.micros(answered),
                heard,
                MadeUp.QUEUE,
                MadeUp.TYPE,
                needs,
                priority,
                delayMs,
                plan,
                onWorkerLost,
                3,
                maxLost,
                key,
                false);
    }
}
