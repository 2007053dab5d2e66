package dev.holdfast.lease;

import java.util.UUID;

/** One start of one worker process. A restart under the same name is another incarnation. */
public record Incarnation(UUID id) {

    public static Incarnation next() {
        return new Incarnation(UUID.randomUUID());
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
