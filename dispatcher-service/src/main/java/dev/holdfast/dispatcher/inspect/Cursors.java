package dev.holdfast.dispatcher.inspect;

import dev.holdfast.dispatcher.refuse.Refusal;
import dev.holdfast.task.TaskId;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;

/** Cursors of pages: opaque to callers, to us the id of the last task of the page before. */
final class Cursors {

    private Cursors() {}

    static String of(TaskId last) {
        ByteBuffer bytes = ByteBuffer.allocate(16)
                .putLong(last.value().getMostSignificantBits())
                .putLong(last.value().getLeastSignificantBits());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /** @throws Refusal if it is none of ours */
    static TaskId read(String cursor) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(cursor));
            TaskId last = new TaskId(new UUID(bytes.getLong(), bytes.getLong()));
            if (!bytes.hasRemaining()) {
                return last;
            }
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            // Answered below.
        }
        throw Refusal.malformed("cursor", "is not one that this API gave");
    }
}
