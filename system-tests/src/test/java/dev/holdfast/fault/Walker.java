package dev.holdfast.fault;

import dev.holdfast.fault.Fault.Action;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tries one case: lets a process fail, keeps an eye on what must hold meanwhile, and judges what became of the tasks. */
final class Walker {

    /** Eight cases at once, half of them starting a JVM, make two cores busy: what a process does may take this much longer. */
    static final Duration SLACK =
            Duration.ofMillis((long) (1000 * Double.parseDouble(System.getProperty("holdfast.walk.slack", "2"))));

    private static final Duration REACHED_WITHIN = Duration.ofSeconds(45).plus(SLACK);
    /** ttl, two passes, and half a second for the question itself. */
    private static final Duration LIE_BOUND =
            Stack.PASS.multipliedBy(2).plusMillis(500).plus(SLACK);

    private static final Duration GRANT_BOUND = Duration.ofSeconds(2);
    /**
     * The longest chain: the broker finds a dead connection (2 s), or a message is found lost (3 s + two looks), or a lease of
     * 4 s runs out; ttl + 2 passes for the attempt; the start of who comes to the rescue; the runs themselves.
     */
    private static final Duration FINAL_BOUND = Duration.ofSeconds(20).plus(SLACK);

    private static final Duration FROZEN = Stack.TTL.plusMillis(1_500);
    private static final Duration NOTICED = Duration.ofSeconds(1);

    private final Stack stack;

    Walker(Stack stack) {
        this.stack = stack;
    }

    void walk(Case it) {
        try (Run run = new Run(stack, it)) {
            try {
                walk(run);
            } catch (RuntimeException | AssertionError e) {
                System.out.println("NOT OK " + it + ": " + e.getMessage());
                throw new AssertionError(it + " [" + run.name + "]: " + e.getMessage() + told(run), e);
            }
        }
    }

    private void walk(Run run) {
        run.start();
        long began = System.nanoTime();
        reach(run);
        long struck = System.nanoTime();
        boolean pause = run.it.action() == Action.PAUSE;
        if (pause) {
            Waiting.until("it stands still", Duration.ofSeconds(5), run.faulted()::isStopped);
            run.faulted().hang();
        } else {
            Waiting.until(
                    "it has gone", Duration.ofSeconds(10), () -> !run.faulted().isAlive());
        }
        List<String> others = new ArrayList<>();
        others.add(other(run));
        run.it.way().repair(run);
        others.add(other(run));
        long woken = Long.MAX_VALUE - NOTICED.toNanos();
        if (pause) {
            watchUntil(run, struck + FROZEN.toNanos());
            woken = System.nanoTime();
            run.faulted().wake();
        }
        run.it.way().afterwards(run);
        long over = awaitFinal(run, struck);
        if (pause) {
            Waiting.sleep(NOTICED);
        }
        judge(run, pause ? run.faulted().pid() : 0, woken);
        long slowest = grants(others);
        run.well = true;
        System.out.printf(
                "OK %s: reached after %.1f s, final %.1f s after the fault, others granted within %d ms%n",
                run.it, (struck - began) / 1e9, (over - struck) / 1e9, slowest);
    }

    private static void reach(Run run) {
        Way way = run.it.way();
        if (!way.armsItself()) {
            run.arm();
        }
        long deadline = System.nanoTime() + REACHED_WITHIN.toNanos();
        for (int round = 0; !run.faulted().hasStruck(); round++) {
            if (System.nanoTime() - deadline > 0 || !run.faulted().isAlive()) {
                throw new AssertionError(
                        "the point was not reached" + (run.faulted().isAlive() ? "" : ", it ended"));
            }
            way.provoke(run, round);
            Waiting.within(
                    Duration.ofMillis(way.patience()),
                    () -> run.faulted().hasStruck() || !run.faulted().isAlive());
        }
    }

    private static List<String> ids(Run run) {
        return run.sent.stream()
                .map(task -> task.id)
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .toList();
    }

    private void watchUntil(Run run, long end) {
        while (System.nanoTime() - end < 0) {
            watch(run);
            Waiting.sleep(Duration.ofMillis(150));
        }
    }

    private void watch(Run run) {
        List<String> wrong = new Invariants(stack.jdbc()).now(ids(run), run.resource, LIE_BOUND);
        if (!wrong.isEmpty()) {
            throw new AssertionError("while it goes on: " + wrong);
        }
    }

    private long awaitFinal(Run run, long since) {
        long deadline = since + FINAL_BOUND.toNanos();
        while (true) {
            watch(run);
            List<String> open = open(run);
            if (open.isEmpty()) {
                return System.nanoTime();
            }
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("not final after " + FINAL_BOUND + ": " + open);
            }
            Waiting.sleep(Duration.ofMillis(150));
        }
    }

    private List<String> open(Run run) {
        return stack.jdbc()
                .sql("select l.id || ' ' || l.state || coalesce('/' || l.wait::text, '') || ' attempt ' || l.attempt"
                        + " from task_live l where l.id = any (?::uuid[])")
                .param(ids(run).toArray(String[]::new))
                .query(String.class)
                .list();
    }

    private record End(String state, @Nullable String reason) {}

    private void judge(Run run, long frozen, long woken) {
        List<String> wrong = new ArrayList<>(new Invariants(stack.jdbc()).atTheEnd(ids(run), run.resource));
        Diary diary = stack.diary();
        wrong.addAll(diary.overlaps(run.resource, frozen, woken, NOTICED.toNanos()));
        for (Run.Sent task : run.sent) {
            String id = task.id;
            if (id == null) {
                wrong.add("a submit without an answer");
                continue;
            }
            End end = stack.jdbc()
                    .sql("select state, reason from task_done where id = ?::uuid")
                    .param(id)
                    .query((row, i) -> new End(row.getString(1), row.getString(2)))
                    .single();
            boolean succeeded = end.state.equals("SUCCEEDED");
            if (succeeded && !diary.completed(id)) {
                wrong.add(id + " succeeded without a completed run");
            }
            boolean lost = end.state.equals("CANCELED") && run.cancels() && !"USER".equals(end.reason);
            if (!succeeded && !task.any && !lost) {
                wrong.add(id + " ended as " + end);
            }
        }
        if (!wrong.isEmpty()) {
            throw new AssertionError("in the end: " + wrong);
        }
    }

    /** A task that has nothing to do with it, submitted where nobody fails. */
    private String other(Run run) {
        Map<String, ?> task = Map.of(
                "type",
                "trial",
                "queue",
                Stack.OTHERS,
                "payload",
                Map.of("ms", 10),
                "resources",
                List.of(Map.of("resource", "other-" + run.name + "-" + System.nanoTime(), "mode", "EXCLUSIVE")));
        return Api.post(stack.dispatcher("/api/v1/tasks"), task, "", Duration.ofSeconds(10))
                .orElseThrow(() -> new AssertionError("the healthy dispatcher does not answer"))
                .body()
                .get("id")
                .asString();
    }

    private boolean wasGranted(String task) {
        return stack.jdbc()
                .sql("select exists (select from history where task_id = ?::uuid and to_state = 'READY')")
                .param(task)
                .query(Boolean.class)
                .single();
    }

    /** @return milliseconds that the slowest had to wait */
    private long grants(List<String> others) {
        long slowest = 0;
        for (String task : others) {
            Waiting.within(GRANT_BOUND, () -> wasGranted(task));
            Long millis = stack.jdbc()
                    .sql("select coalesce(min((extract(epoch from h.at - t.created_at) * 1000)::bigint), 1000000)"
                            + " from task t left join history h on h.task_id = t.id and h.to_state = 'READY'"
                            + " where t.id = ?::uuid")
                    .param(task)
                    .query(Long.class)
                    .single();
            if (millis > GRANT_BOUND.toMillis()) {
                throw new AssertionError("a task that wants something else was granted after " + millis + " ms");
            }
            slowest = Math.max(slowest, millis);
        }
        return slowest;
    }

    private String told(Run run) {
        StringBuilder all = new StringBuilder();
        for (String id : ids(run)) {
            all.append("\n  task ")
                    .append(id)
                    .append(": ")
                    .append(stack.jdbc()
                            .sql(
                                    "select to_char(at, 'MI:SS.MS') || ' ' || to_state || '/' || attempt || ' ' || actor"
                                            + " || coalesce(' ' || reason, '') from history where task_id = ?::uuid order by version")
                            .param(id)
                            .query(String.class)
                            .list());
        }
        try {
            all.append("\n").append(run.faulted().logTail());
        } catch (IllegalStateException e) {
            all.append("\n(nobody was started)");
        }
        return all.toString();
    }
}
