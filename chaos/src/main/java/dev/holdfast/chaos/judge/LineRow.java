package dev.holdfast.chaos.judge;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a trigger noted when a task entered a line, left it, moved in it or was granted. */
record LineRow(
        UUID task,
        long at,
        String state,
        boolean parked,
        int urgency,
        @Nullable Long place) {

    boolean inLine() {
        return state.equals("WAITING") && !parked && place != null;
    }

    /** Whether it is to be granted first. */
    boolean isAheadOf(LineRow other) {
        if (place == null || other.place == null) {
            return false;
        }
        return urgency != other.urgency ? urgency < other.urgency : place < other.place;
    }
}
