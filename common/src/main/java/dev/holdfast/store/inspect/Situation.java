package dev.holdfast.store.inspect;

import dev.holdfast.task.Reason;
import dev.holdfast.task.ResourceRequest.Mode;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that explains why a task is where it is, read in one snapshot.
 *
 * @param since it is in this state
 * @param age how long that is
 * @param due when it comes in line, while SCHEDULED
 * @param route of an unfinished task
 * @param owner of a running one; of a final one only its worker's name is known
 * @param blockers resources that keep a WAITING task out
 */
public record Situation(
        TaskState state,
        @Nullable Reason reason,
        @Nullable String error,
        Instant since,
        Duration age,
        Budgets budgets,
        @Nullable Due due,
        @Nullable Route route,
        @Nullable Owner owner,
        List<Blocker> blockers) {

    /** The budgets and what was spent of them. */
    public record Budgets(int failures, int maxAttempts, int losses, int maxLost) {}

    /** @param in negative if it is over */
    public record Due(Instant at, Duration in) {}

    /**
     * Where it is to run.
     *
     * @param parked whether the task is in no line because the route is, or was a moment ago, closed
     * @param workers live ones that serve the route
     * @param slots of all of them
     * @param busy of those slots
     * @param ahead tasks of the same route that are to be looked at first; at most {@link Situations#EXACT} + 1
     */
    public record Route(
            RouteName name,
            boolean served,
            boolean paused,
            boolean parked,
            int workers,
            int slots,
            int busy,
            int ahead) {}

    /**
     * @param runningFor since the claim
     * @param heartbeatAge null if its row is gone
     */
    public record Owner(
            @Nullable String worker,
            @Nullable Instant claimedAt,
            @Nullable Duration runningFor,
            @Nullable Duration heartbeatAge,
            boolean leaseOver) {}

    /**
     * A resource that it cannot have yet.
     *
     * @param heldBy the first few that hold it in a conflicting mode
     * @param ahead how many in line must have it first; at most {@link Situations#EXACT} + 1
     */
    public record Blocker(String resource, Mode mode, List<Holder> heldBy, int ahead) {}
}
