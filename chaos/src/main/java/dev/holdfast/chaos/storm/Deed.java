package dev.holdfast.chaos.storm;

import dev.holdfast.chaos.storm.Coverage.Sight;
import org.jspecify.annotations.Nullable;

/** What can be done to a stage, and how often in ten minutes. */
enum Deed {
    WORKER_KILL(Lane.WORKERS, 27),
    WORKER_FREEZE(Lane.WORKERS, 8),
    WORKER_TERM(Lane.WORKERS, 5),
    WORKER_HANG(Lane.WORKERS, 5),
    WORKER_STALL(Lane.WORKERS, 3),
    WORKER_CUT(Lane.WORKERS, 4),
    ZERO_GRACE_RESTART(Lane.WORKERS, 40),
    HOST_LOSS(Lane.WORKERS, 2),

    DISPATCHER_KILL(Lane.INFRASTRUCTURE, 5),
    DISPATCHER_TERM(Lane.INFRASTRUCTURE, 2),
    DISPATCHER_FREEZE(Lane.INFRASTRUCTURE, 3),
    DISPATCHER_HANG(Lane.INFRASTRUCTURE, 3),
    DISPATCHER_CUT(Lane.INFRASTRUCTURE, 3),
    REAPER_KILL(Lane.INFRASTRUCTURE, 3),
    REAPER_FREEZE(Lane.INFRASTRUCTURE, 3),
    REAPER_HANG(Lane.INFRASTRUCTURE, 2),
    REAPERS_DOWN(Lane.INFRASTRUCTURE, 2),
    BROKER_RESTART(Lane.INFRASTRUCTURE, 3),
    BROKER_WIPE(Lane.INFRASTRUCTURE, 5),
    PURGE(Lane.INFRASTRUCTURE, 3),
    MEMORY_ALARM(Lane.INFRASTRUCTURE, 2),
    DATABASE_RESTART(Lane.INFRASTRUCTURE, 5);

    /** Faults of one lane come one after the other; the two lanes run side by side, so that faults meet. */
    enum Lane {
        WORKERS,
        INFRASTRUCTURE
    }

    private final Lane lane;
    private final int perTenMinutes;

    Deed(Lane lane, int perTenMinutes) {
        this.lane = lane;
        this.perTenMinutes = perTenMinutes;
    }

    Lane lane() {
        return lane;
    }

    /** In a run of that length; those that a run must have seen at least once. */
    int times(double minutes) {
        return Math.max(isNeeded() ? 1 : 0, (int) Math.round(perTenMinutes * minutes / 10));
    }

    private boolean isNeeded() {
        return this == ZERO_GRACE_RESTART || sight() != null;
    }

    /** What a run needs to have seen, and sees by this; null if it needs no more of it. */
    @Nullable Sight sight() {
        return switch (this) {
            case WORKER_KILL -> Sight.KILL_WITH_EXCLUSIVE;
            case WORKER_FREEZE -> Sight.FREEZE_BEYOND_TTL;
            case WORKER_HANG -> Sight.BLACK_HOLE;
            case BROKER_WIPE -> Sight.WIPE_WITH_QUEUED;
            case DATABASE_RESTART -> Sight.DATABASE_RESTART;
            default -> null;
        };
    }
}
