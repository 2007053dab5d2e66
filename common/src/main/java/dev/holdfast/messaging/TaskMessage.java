package dev.holdfast.messaging;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.MessageProperties;
import dev.holdfast.task.AttemptKey;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** A task message: the text {@code <task id>/<attempt>} and nothing else. The row in the database says the rest. */
public final class TaskMessage {

    /** Persistent {@code text/plain}. */
    public static final BasicProperties PROPERTIES = MessageProperties.PERSISTENT_TEXT_PLAIN;

    /** Longer than any task message, so that no long body is ever decoded. */
    private static final int MAX_BYTES = 100;

    private TaskMessage() {}

    public static byte[] body(AttemptKey key) {
        return key.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads what {@link #body} wrote.
     *
     * @throws UnreadableMessageException if the body is anything else: reject the message without requeue, it goes to the
     *     dead letters
     */
    public static AttemptKey read(byte[] body) throws UnreadableMessageException {
        if (body.length > MAX_BYTES) {
            throw new UnreadableMessageException(body.length + " bytes are no task message");
        }
        try {
            return AttemptKey.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString());
        } catch (CharacterCodingException | IllegalArgumentException e) {
            // Anybody's text, on its way into logs: it must not look like lines of theirs.
            throw new UnreadableMessageException(
                    "no task message: " + String.valueOf(e.getMessage()).replaceAll("\\p{Cntrl}", "?"));
        }
    }
}
