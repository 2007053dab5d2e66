package dev.holdfast.chaos.record;

/** What was done to the system, and what that can do to a process that it hits. */
public enum FaultKind {
    SIGKILL(Effect.KILLS),
    SIGTERM(Effect.KILLS),
    SIGSTOP(Effect.FREEZES),
    BROKER_RESTART(Effect.DISTURBS),
    BROKER_WIPE(Effect.DISTURBS),
    PURGE(Effect.DISTURBS),
    MEMORY_ALARM(Effect.DISTURBS),
    DATABASE_RESTART(Effect.CUTS),
    /** Connections closed. */
    CUT(Effect.CUTS),
    /** Connections that stay open while nothing passes. */
    HANG(Effect.CUTS),
    REAPERS_DOWN(Effect.DISTURBS),
    HOST_LOSS(Effect.KILLS),
    ZERO_GRACE_RESTART(Effect.KILLS),
    /** A task that kills the process that runs it. */
    SUICIDE(Effect.KILLS);

    private enum Effect {
        /** The process ends. */
        KILLS,
        /** It stands still and wakes. */
        FREEZES,
        /** It runs on, without the database. */
        CUTS,
        /** Workers keep their leases. */
        DISTURBS
    }

    private final Effect effect;

    FaultKind(Effect effect) {
        this.effect = effect;
    }

    public boolean kills() {
        return effect == Effect.KILLS;
    }

    /** Whether a process that it hits does nothing at all meanwhile. */
    public boolean freezes() {
        return effect == Effect.FREEZES;
    }

    /** Whether a process may run on, past the end of its lease, without knowing it yet. */
    public boolean freezesOrCuts() {
        return effect == Effect.FREEZES || effect == Effect.CUTS;
    }

    /** Whether a worker that it hits may lose its lease and the attempts under it. */
    public boolean costsLeases() {
        return effect != Effect.DISTURBS;
    }
}
