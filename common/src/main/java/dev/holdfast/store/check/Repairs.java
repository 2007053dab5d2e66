package dev.holdfast.store.check;

import dev.holdfast.store.grant.Lines;
import dev.holdfast.store.route.Routes;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Settles what a look found, where that is safe while everything runs, through the statements that end and move tasks at all
 * other times. Done twice, it finds nothing the second time; what somebody else settled meanwhile it leaves alone. What no
 * statement can settle safely is said and not touched.
 */
public final class Repairs {

    /** In the history of tasks, and in the notes. */
    public static final String ACTOR = "operator/repair";

    private static final int BATCH = 1_000;
    private static final int ROUNDS = 20;

    /** What frees a resource comes first: it may settle what comes after it. */
    private static final List<Invariant> ORDER = List.of(
            Invariant.DEAD_RUNNERS,
            Invariant.RESERVED_FOR_NOBODY,
            Invariant.HELD_WITHOUT_GRANT,
            Invariant.CONFLICTING_HOLDERS,
            Invariant.UNPUBLISHED,
            Invariant.WAITING_IN_NO_LINE,
            Invariant.LOST_MESSAGES,
            Invariant.BROKEN_HISTORY,
            Invariant.TWO_ENDS,
            Invariant.OLD_SNAPSHOT);

    private final JdbcClient jdbc;
    private final RepairSteps steps;
    private final DeadRunners deadRunners;
    private final Conflicts conflicts;
    private final Lines lines;
    private final Routes routes;

    Repairs(
            JdbcClient jdbc,
            RepairSteps steps,
            DeadRunners deadRunners,
            Conflicts conflicts,
            Lines lines,
            Routes routes) {
        this.jdbc = jdbc;
        this.steps = steps;
        this.deadRunners = deadRunners;
        this.conflicts = conflicts;
        this.lines = lines;
        this.routes = routes;
    }

    /**
     * Takes up to some 15 s when workers are found dead: they are watched first.
     *
     * @param findings of a look that has just been made
     * @return for each violation what was done, or why nothing was
     */
    public List<Repaired> repair(List<Finding> findings) {
        List<Repaired> all = new ArrayList<>();
        for (Invariant invariant : ORDER) {
            findings.stream()
                    .filter(finding -> finding.invariant() == invariant)
                    .filter(finding -> !finding.violations().isEmpty())
                    .forEach(finding -> all.addAll(settle(finding)));
        }
        return all;
    }

    private List<Repaired> settle(Finding finding) {
        Invariant invariant = finding.invariant();
        List<Violation> violations = finding.violations();
        List<Repaired> done = new ArrayList<>(
                switch (invariant) {
                    case DEAD_RUNNERS -> deadRunners.settle(tasks(violations));
                    case RESERVED_FOR_NOBODY -> steps.release(invariant, tasks(violations));
                    case CONFLICTING_HOLDERS -> conflicts.settle(resources(violations));
                    case UNPUBLISHED -> steps.takeBack(invariant, attempts(violations));
                    case HELD_WITHOUT_GRANT -> held(violations);
                    case WAITING_IN_NO_LINE -> inLine(violations);
                    case LOST_MESSAGES -> sendAgain(violations);
                    case BROKEN_HISTORY, TWO_ENDS, OLD_SNAPSHOT -> List.<Repaired>of();
                });
        Set<TaskId> settled = new HashSet<>();
        done.forEach(repaired -> {
            if (repaired.task() != null) {
                settled.add(repaired.task());
            }
        });
        for (Violation violation : violations) {
            if (violation.task() == null || settled.add(violation.task())) {
                done.add(new Repaired(invariant, violation.task(), violation.resource(), false, untouched(invariant)));
            }
        }
        return done;
    }

    private List<Repaired> held(List<Violation> violations) {
        List<Repaired> done = new ArrayList<>(steps.takeBack(Invariant.HELD_WITHOUT_GRANT, attempts(violations)));
        done.addAll(steps.putInLine(Invariant.HELD_WITHOUT_GRANT, tasks(violations)));
        return done;
    }

    private List<Repaired> inLine(List<Violation> violations) {
        for (int round = 0; round < ROUNDS && lines.putDueInLine(ACTOR, BATCH) == BATCH; round++) {
            // Each round puts a batch in line.
        }
        return steps.putInLine(Invariant.WAITING_IN_NO_LINE, tasks(violations));
    }

    private List<Repaired> sendAgain(List<Violation> violations) {
        return steps.noted(() -> {
            Set<RouteName> lost = new HashSet<>();
            List<Repaired> done = jdbc.sql(CheckSql.text("routes-of"))
                    .param(
                            "ids",
                            tasks(violations).stream().map(TaskId::toString).toArray(String[]::new))
                    .query((rs, row) -> {
                        lost.add(new RouteName(rs.getString("queue"), rs.getString("type")));
                        return new Repaired(
                                Invariant.LOST_MESSAGES,
                                new TaskId(rs.getObject("id", UUID.class)),
                                null,
                                true,
                                "its message is sent again, with all others of route %s/%s"
                                        .formatted(rs.getString("queue"), rs.getString("type")));
                    })
                    .list();
            lost.forEach(route -> routes.queueLost(route, Duration.ZERO));
            return done;
        });
    }

    private static String untouched(Invariant invariant) {
        return switch (invariant) {
            case DEAD_RUNNERS -> "not touched: it was settled or renewed its lease meanwhile";
            case RESERVED_FOR_NOBODY -> "not touched: it is gone already";
            case CONFLICTING_HOLDERS ->
                "not touched: it keeps what it holds. If two such tasks run, cancel one of them";
            case UNPUBLISHED -> "not touched: it was claimed or ended meanwhile";
            case HELD_WITHOUT_GRANT ->
                "not touched: it runs without holding all that it asked for; cancel it if that matters";
            case WAITING_IN_NO_LINE -> "not touched: it went on meanwhile";
            case LOST_MESSAGES -> "not touched: it was claimed or ended meanwhile";
            case BROKEN_HISTORY -> "not touched: a history is evidence and is never rewritten";
            case TWO_ENDS -> "not touched: no statement can tell which end is true; keep its rows and report it";
            case OLD_SNAPSHOT -> "not touched: end that session or drop that slot, if it is nobody's";
        };
    }

    private static Collection<TaskId> tasks(List<Violation> violations) {
        Set<TaskId> tasks = new TreeSet<>(java.util.Comparator.comparing(TaskId::value));
        violations.stream().map(Violation::task).filter(Objects::nonNull).forEach(tasks::add);
        return tasks;
    }

    private static Collection<String> resources(List<Violation> violations) {
        Set<String> resources = new TreeSet<>();
        violations.stream().map(Violation::resource).filter(Objects::nonNull).forEach(resources::add);
        return resources;
    }

    private static Collection<AttemptKey> attempts(List<Violation> violations) {
        Set<AttemptKey> attempts = new HashSet<>();
        for (Violation violation : violations) {
            if (violation.task() != null && violation.attempt() != null && violation.attempt() > 0) {
                attempts.add(new AttemptKey(violation.task(), violation.attempt()));
            }
        }
        return attempts;
    }
}
