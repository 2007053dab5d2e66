package dev.holdfast.chaos.record;

import com.fasterxml.jackson.annotation.JsonIgnore;

/** A resource that a task was submitted with. */
public record Need(String name, Mode mode) {

    /** Only shared with shared does not conflict. */
    public enum Mode {
        SHARED,
        EXCLUSIVE
    }

    /** Whether the two may never be held at once. */
    public boolean conflictsWith(Need other) {
        return name.equals(other.name) && (isExclusive() || other.isExclusive());
    }

    @JsonIgnore
    public boolean isExclusive() {
        return mode == Mode.EXCLUSIVE;
    }
}
