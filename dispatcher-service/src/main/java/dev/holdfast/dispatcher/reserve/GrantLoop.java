package dev.holdfast.dispatcher.reserve;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.store.grant.GrantBounds;
import dev.holdfast.store.grant.GrantPass;
import dev.holdfast.store.grant.GrantResult;
import dev.holdfast.store.grant.Lane;
import dev.holdfast.store.grant.Lines;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.TaskId;
import java.time.Duration;
import java.util.List;
import java.util.function.IntSupplier;

/** One turn of granting: first the sweeps, then passes until nothing moves. Any number of dispatchers may take turns. */
final class GrantLoop {

    private static final int BATCH = 1_000;

    /** Bounds each kind of step in one turn, so that a flood of one kind does not keep the others waiting. */
    private static final int ROUNDS = 20;

    private final Lines lines;
    private final Settlements settlements;
    private final GrantPass pass;
    private final GrantBounds bounds;
    private final Rooms rooms;
    private final Publishing publishing;
    private final String actor;
    private final Duration sweepGap;
    private long sweptAt;
    private boolean sweepsLeft = true;

    /** @param sweepGap on a signal the sweeps run only if the last ones are this long ago: most signals are for grants */
    GrantLoop(
            Lines lines,
            Settlements settlements,
            GrantPass pass,
            GrantBounds bounds,
            Rooms rooms,
            Publishing publishing,
            String actor,
            Duration sweepGap) {
        this.lines = lines;
        this.settlements = settlements;
        this.pass = pass;
        this.bounds = bounds;
        this.rooms = rooms;
        this.publishing = publishing;
        this.actor = actor;
        this.sweepGap = sweepGap;
    }

    /** Returns whether a bound ended it early: take another turn at once. A failing sweep does not keep the grants waiting. */
    boolean runOnce() {
        boolean grantsLeft;
        try {
            sweepIfTime();
        } finally {
            grantsLeft = grant();
        }
        return grantsLeft || sweepsLeft;
    }

    private void sweepIfTime() {
        if (!sweepsLeft && System.nanoTime() - sweptAt < sweepGap.toNanos()) {
            return;
        }
        sweptAt = System.nanoTime();
        boolean left = repeat(this::expire, FaultPoint.LINE_EXPIRED);
        left |= repeat(() -> lines.putDueInLine(actor, BATCH), FaultPoint.LINE_DUE);
        left |= repeat(() -> lines.park(BATCH), FaultPoint.LINE_PARKED);
        left |= repeat(() -> lines.unpark(BATCH), FaultPoint.LINE_UNPARKED);
        sweepsLeft = left;
    }

    private int expire() {
        List<TaskId> expiring = lines.expiring(BATCH);
        if (expiring.isEmpty()) {
            return 0;
        }
        Faults.at(FaultPoint.LINE_EXPIRING_FOUND);
        return settlements.expire(actor, expiring).size();
    }

    /** Full batches until one is not full; true if the last one allowed was. */
    private static boolean repeat(IntSupplier step, FaultPoint whenMoved) {
        for (int round = 0; round < ROUNDS; round++) {
            int moved = step.getAsInt();
            if (moved > 0) {
                Faults.at(whenMoved);
            }
            if (moved < BATCH) {
                return false;
            }
        }
        return true;
    }

    /** Even without room there may be marks to use: they must not pile up while the broker is away. */
    private boolean grant() {
        for (int round = 0; round < ROUNDS; round++) {
            List<Lane> lanes = rooms.lanes();
            GrantResult result = pass.run(lanes, bounds);
            if (!result.granted().isEmpty()) {
                Faults.at(FaultPoint.GRANT_AFTER_COMMIT);
                publishing.granted(result.granted());
            }
            if (!result.more()) {
                return false;
            }
        }
        return true;
    }
}
