package dev.holdfast.quickstart.stack;

import java.time.Duration;

/** What a process of the stack does, told by its name: {@code worker-2} is a {@code WORKER}. In the order of start. */
public enum Role {
    POSTGRES("INT", Duration.ofSeconds(20)),
    BROKER("TERM", Duration.ofSeconds(10)),
    DISPATCHER("TERM", Duration.ofSeconds(20)),
    REAPER("TERM", Duration.ofSeconds(20)),
    /** A worker lets its tasks run for 30 s before it interrupts them. */
    WORKER("TERM", Duration.ofSeconds(45));

    private final String stopSignal;
    private final Duration stopLimit;

    Role(String stopSignal, Duration stopLimit) {
        this.stopSignal = stopSignal;
        this.stopLimit = stopLimit;
    }

    /** {@code name} is the role's own name, or that and a suffix after a hyphen. */
    public static Role of(String name) {
        for (Role role : values()) {
            if (name.equals(role.prefix()) || name.matches(role.prefix() + "-[a-z0-9-]+")) {
                return role;
            }
        }
        throw new StackException(
                "unknown process '" + name + "': names are postgres, broker, dispatcher, reaper, worker-1, worker-2 …");
    }

    String prefix() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The signal that asks for a clean end. */
    String stopSignal() {
        return stopSignal;
    }

    /** How long a clean end may take before SIGKILL. */
    Duration stopLimit() {
        return stopLimit;
    }

    boolean isService() {
        return compareTo(DISPATCHER) >= 0;
    }
}
