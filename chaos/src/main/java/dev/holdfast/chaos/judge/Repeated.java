package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.ProcessLife;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Each attempt beyond a task's first is explained: the one before it failed as planned, or its process was hit by a fault
 * or ended by itself because of a task that was planned to bring it down. And no budget was overdrawn.
 */
final class Repeated implements Oracle {

    private static final Set<String> FAILING = Set.of("fail", "timeout", "stubborn", "die");
    private static final Set<String> FATAL = Set.of("stubborn", "die", "timeout");

    private final Map<String, Integer> causes = new TreeMap<>();

    @Override
    public String name() {
        return "repetitions explained";
    }

    @Override
    public void judge(Evidence evidence, Findings findings) {
        long runs = 0;
        long most = 0;
        for (TaskStory task : evidence.tasks()) {
            runs += task.runs.size();
            most = Math.max(most, task.runs.size());
            for (AttemptRow attempt : task.attempts.values()) {
                if (!attempt.succeeded() && !attempt.outcome().equals("CANCELED")) {
                    findings.looked();
                    explain(task, attempt, evidence, findings);
                }
            }
            budgets(task, findings);
        }
        findings.note("%d runs, at most %d of one task; %s", runs, most, causes);
    }

    private void explain(TaskStory task, AttemptRow attempt, Evidence evidence, Findings findings) {
        String cause = attempt.failed() ? failure(task, attempt) : ofProcess(task, attempt, evidence);
        if (cause == null) {
            findings.violation(
                    attempt.endedAt(),
                    null,
                    String.format(
                            "attempt %d of %s on %s ended as %s (%s), which nothing explains",
                            attempt.number(), task.name(), attempt.worker(), attempt.outcome(), attempt.decision()),
                    task);
        } else {
            causes.merge(cause, 1, Integer::sum);
        }
    }

    private static @Nullable String failure(TaskStory task, AttemptRow attempt) {
        boolean planned = task.submits.isEmpty() || FAILING.contains(task.planned());
        boolean threw = task.runs.stream()
                .anyMatch(r -> r.attempt() == attempt.number() && r.ended() != null && !r.completed());
        return planned || (threw && attempt.outcome().equals("FAILED")) ? "planned" : null;
    }

    private static @Nullable String ofProcess(TaskStory task, AttemptRow attempt, Evidence evidence) {
        Run run = task.runs.stream()
                .filter(r -> r.attempt() == attempt.number())
                .findFirst()
                .orElse(null);
        long pid = run == null ? -1 : run.pid();
        long ttl = evidence.settings().ttlMs() * 1000;
        boolean hit = evidence.faults().all().stream()
                .anyMatch(f -> f.kind().costsLeases()
                        && f.hits(attempt.worker())
                        && (pid < 0 || f.pid() == null || f.pid() == pid)
                        && f.overlaps(attempt.claimedAt() - ttl, attempt.endedAt()));
        if (hit) {
            return "fault";
        }
        return endedByATask(attempt, evidence) ? "a task that ended its process" : null;
    }

    private static boolean endedByATask(AttemptRow attempt, Evidence evidence) {
        long bound = evidence.settings().boundMs() * 1000;
        for (ProcessLife life : evidence.processes()) {
            boolean here = life.name().equals(attempt.worker())
                    && life.ended() != null
                    && life.ended() >= attempt.claimedAt()
                    && life.ended() - bound <= attempt.endedAt()
                    && life.started() <= attempt.claimedAt();
            boolean fatal = here
                    && evidence.runs().stream()
                            .anyMatch(r -> r.pid() == life.pid()
                                    && r.worker().equals(life.name())
                                    && FATAL.contains(r.task().planned()));
            if (fatal) {
                return true;
            }
        }
        return false;
    }

    private static void budgets(TaskStory task, Findings findings) {
        TaskRow row = task.row;
        if (row == null) {
            return;
        }
        long failures =
                task.attempts.values().stream().filter(AttemptRow::failed).count();
        long losses = task.attempts.values().stream()
                .filter(a -> a.lost() && !a.refunded())
                .count();
        if (failures > row.maxAttempts() || losses > row.maxLost()) {
            findings.violation(
                    task.history.isEmpty() ? 0 : task.history.get(0).at(),
                    null,
                    String.format(
                            "%d failures of %d, %d losses of %d", failures, row.maxAttempts(), losses, row.maxLost()),
                    task);
        }
    }
}
