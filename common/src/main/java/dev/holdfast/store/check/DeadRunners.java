package dev.holdfast.store.check;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.lease.WorkerState;
import dev.holdfast.store.reap.OrphanedAttempts;
import dev.holdfast.store.worker.WorkerEnds;
import dev.holdfast.task.TaskId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Settles what no process runs any more, like a reaper: a worker whose lease has run out is watched first, so that one that
 * lived through an outage of the database can renew; one without a row is given a whole ttl to notice.
 */
final class DeadRunners {

    private static final String WHY = "an operator's repair found no living worker process";

    private final JdbcClient jdbc;
    private final WorkerEnds ends;
    private final OrphanedAttempts orphans;
    private final RepairSteps steps;
    private final Duration watch;
    private final Duration vanished;

    /**
     * @param watch how long a heartbeat counter must stand still: longer than a heartbeat's interval
     * @param vanished how long a process without a row may need to fence itself: the largest ttl in use
     */
    DeadRunners(
            JdbcClient jdbc,
            WorkerEnds ends,
            OrphanedAttempts orphans,
            RepairSteps steps,
            Duration watch,
            Duration vanished) {
        this.jdbc = jdbc;
        this.ends = ends;
        this.orphans = orphans;
        this.steps = steps;
        this.watch = watch;
        this.vanished = vanished;
    }

    private record Owner(Incarnation incarnation, @Nullable WorkerState state, long beat) {}

    List<Repaired> settle(Collection<TaskId> tasks) {
        List<Owner> owners = owners(tasks);
        if (owners.stream().anyMatch(owner -> owner.state() == null)) {
            Pause.of(vanished);
        } else if (owners.stream()
                .anyMatch(owner -> owner.state() != null && owner.state().isLive())) {
            Pause.of(watch);
        }
        List<Repaired> done = new ArrayList<>();
        for (Owner owner : owners) {
            done.addAll(steps.noted(() -> RepairSteps.settled(Invariant.DEAD_RUNNERS, settle(owner))));
        }
        return done;
    }

    private List<dev.holdfast.event.TaskTransition> settle(Owner owner) {
        return owner.state() != null && owner.state().isLive()
                ? ends.silent(owner.incarnation(), owner.beat(), Repairs.ACTOR, WHY)
                        .orElse(List.of())
                : orphans.settle(owner.incarnation(), Repairs.ACTOR, WHY);
    }

    private List<Owner> owners(Collection<TaskId> tasks) {
        return jdbc.sql(CheckSql.text("owners-of"))
                .param("ids", tasks.stream().map(TaskId::toString).toArray(String[]::new))
                .query((rs, row) -> {
                    String state = rs.getString("state");
                    return new Owner(
                            new Incarnation(rs.getObject("incarnation", UUID.class)),
                            state == null ? null : WorkerState.valueOf(state),
                            rs.getLong("beat"));
                })
                .list();
    }
}
