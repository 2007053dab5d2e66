package dev.holdfast.worker.receive;

import dev.holdfast.messaging.TaskMessage;
import dev.holdfast.messaging.UnreadableMessageException;
import dev.holdfast.task.AttemptKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads messages; those that nobody can read are logged. */
final class Bodies {

    private static final Logger log = LoggerFactory.getLogger(Bodies.class);

    private Bodies() {}

    static @Nullable AttemptKey read(String queue, byte[] body) {
        try {
            return TaskMessage.read(body);
        } catch (UnreadableMessageException e) {
            log.warn("a message in {} is unreadable: {}", queue, e.getMessage());
            return null;
        }
    }
}
