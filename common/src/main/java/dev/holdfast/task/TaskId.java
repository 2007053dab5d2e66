package dev.holdfast.task;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import java.util.UUID;

/** A task's id: a UUID of version 7, so that ids sort by the time of submission. Stable over all attempts. */
public record TaskId(UUID value) {

    private static final TimeBasedEpochGenerator IDS = Generators.timeBasedEpochGenerator();

    public static TaskId next() {
        return new TaskId(IDS.generate());
    }

    /**
     * @throws IllegalArgumentException if the text is not a UUID
     */
    public static TaskId of(String text) {
        UUID value = UUID.fromString(text);
        if (!value.toString().equalsIgnoreCase(text)) {
            throw new IllegalArgumentException("not a UUID in its full form: " + text);
        }
        return new TaskId(value);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
