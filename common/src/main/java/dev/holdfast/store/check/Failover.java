package dev.holdfast.store.check;

import dev.holdfast.event.TaskTransition;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.Retries;
import dev.holdfast.store.reap.OrphanedAttempts;
import dev.holdfast.store.worker.WorkerEnds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What to do after a failover to a replica that may lack the last commits. Claims, finishes and registrations may be lost:
 * a process may run what the tables give to nobody, and the tables may give to a process what it has finished.
 *
 * <p>So the fencing tokens jump beyond all that may have been given out, the leases of all processes are revoked, and once
 * they have run out, for which each process stops or halts what holds resources, every attempt is settled. The processes
 * register anew. The attempts count as interrupted and spend nothing; those whose worker has no row any more, as lost.
 */
public final class Failover {

    /** How far the tokens jump: more than could be claimed in years. */
    static final long JUMP = 1_000_000_000;

    private static final Duration MARGIN = Duration.ofMillis(200);
    private static final String WHY = "settled after a failover that may have lost commits";

    private final JdbcClient jdbc;
    private final Retries retries;
    private final WorkerEnds ends;
    private final OrphanedAttempts orphans;
    private final RepairSteps steps;
    private final Duration vanished;

    /** @param vanished the largest ttl in use: a process whose row was lost needs so long to fence itself */
    Failover(
            JdbcClient jdbc,
            Retries retries,
            WorkerEnds ends,
            OrphanedAttempts orphans,
            RepairSteps steps,
            Duration vanished) {
        this.jdbc = jdbc;
        this.retries = retries;
        this.ends = ends;
        this.orphans = orphans;
        this.steps = steps;
        this.vanished = vanished;
    }

    private record Fenced(Incarnation incarnation, String name, Duration left, boolean gone) {}

    /**
     * Takes as long as the longest lease.
     *
     * @return what became of the tasks that ran
     */
    public List<Repaired> settle() {
        jdbc.sql(CheckSql.text("raise-token"))
                .param("by", JUMP)
                .query(Long.class)
                .single();
        retries.whole(() -> jdbc.sql(CheckSql.text("revoke-leases")).update());
        List<Fenced> fenced = fenced();
        Duration longest = fenced.stream()
                .map(f -> f.gone() ? vanished : f.left())
                .reduce(Duration.ZERO, (a, b) -> a.compareTo(b) > 0 ? a : b);
        if (!fenced.isEmpty()) {
            Pause.of(longest.plus(MARGIN));
        }
        List<Repaired> done = new ArrayList<>();
        for (Fenced one : fenced) {
            done.addAll(steps.noted(() -> RepairSteps.settled(Invariant.DEAD_RUNNERS, settle(one))));
        }
        return done;
    }

    private List<TaskTransition> settle(Fenced one) {
        return one.gone()
                ? orphans.settle(one.incarnation(), Repairs.ACTOR, WHY)
                : ends.lost(one.incarnation(), false, Repairs.ACTOR, WHY).orElse(List.of());
    }

    private List<Fenced> fenced() {
        return jdbc.sql(CheckSql.text("fenced"))
                .query((rs, row) -> new Fenced(
                        new Incarnation(rs.getObject("incarnation", UUID.class)),
                        Objects.requireNonNullElse(rs.getString("name"), ""),
                        Duration.ofMillis((long) (rs.getDouble("left_s") * 1000)),
                        rs.getBoolean("gone")))
                .list();
    }
}
