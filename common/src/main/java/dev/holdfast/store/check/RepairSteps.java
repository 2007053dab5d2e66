package dev.holdfast.store.check;

import dev.holdfast.event.TaskTransition;
import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.store.Retries;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Reason;
import dev.holdfast.task.TaskId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** The steps of which repairs are made. Each is one transaction, with a note of what it did, and tests again under its locks. */
final class RepairSteps {

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final Retries retries;
    private final Settlements settlements;
    private final RepairNotes notes;

    RepairSteps(
            JdbcClient jdbc,
            TransactionTemplate transactions,
            Retries retries,
            Settlements settlements,
            RepairNotes notes) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.retries = retries;
        this.settlements = settlements;
        this.notes = notes;
    }

    /** Whatever {@code step} does and says, in one transaction. */
    List<Repaired> noted(Supplier<List<Repaired>> step) {
        List<Repaired> all = Objects.requireNonNull(retries.whole(() -> transactions.execute(tx -> {
            List<Repaired> done = step.get();
            Faults.at(FaultPoint.REPAIR_DONE);
            done.forEach(repaired -> notes.add(Repairs.ACTOR, repaired));
            Faults.at(FaultPoint.REPAIR_BEFORE_COMMIT);
            return done;
        })));
        Faults.at(FaultPoint.REPAIR_AFTER_COMMIT);
        return all;
    }

    /** READY or QUEUED → WAITING. What was claimed meanwhile is not in the answer. */
    List<Repaired> takeBack(Invariant invariant, Collection<AttemptKey> attempts) {
        return noted(() -> settled(invariant, settlements.takeBack(Repairs.ACTOR, Reason.REPAIR, attempts)));
    }

    /** SCHEDULED and WAITING stay what they are; what is something else is not in the answer. */
    List<Repaired> putInLine(Invariant invariant, Collection<TaskId> tasks) {
        if (tasks.isEmpty()) {
            return List.of();
        }
        return noted(() -> jdbc.sql(CheckSql.text("put-in-line"))
                .param("ids", tasks.stream().map(TaskId::toString).toArray(String[]::new))
                .query((rs, row) -> new Repaired(
                        invariant,
                        new TaskId(rs.getObject("id", UUID.class)),
                        null,
                        true,
                        rs.getBoolean("in_line")
                                ? "put in line at its place, to be looked at"
                                : rs.getBoolean("waits")
                                        ? "parked, as its route is closed"
                                        : "taken out of the lines until it is due"))
                .list());
    }

    /** Reservations of tasks that have no live row → none. */
    List<Repaired> release(Invariant invariant, Collection<TaskId> tasks) {
        if (tasks.isEmpty()) {
            return List.of();
        }
        return noted(() -> jdbc.sql(CheckSql.text("release-nobody"))
                .param("ids", tasks.stream().map(TaskId::toString).toArray(String[]::new))
                .query((rs, row) -> new Repaired(
                        invariant,
                        new TaskId(rs.getObject("task_id", UUID.class)),
                        rs.getString("resource"),
                        true,
                        "removed the reservation"))
                .list());
    }

    static List<Repaired> settled(Invariant invariant, List<TaskTransition> transitions) {
        List<Repaired> done = new ArrayList<>();
        for (TaskTransition t : transitions) {
            String reason = t.reason() == null ? "" : "/" + t.reason();
            done.add(new Repaired(invariant, t.task(), null, true, t.from() + " is " + t.to() + reason + " now"));
        }
        return done;
    }
}
