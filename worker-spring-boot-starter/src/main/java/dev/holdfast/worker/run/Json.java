package dev.holdfast.worker.run;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Writes values as JSON of bounded size. */
final class Json {

    private Json() {}

    /**
     * @throws TooLargeException once more than {@code maxBytes} would be written; not later, whatever the value's size
     * @throws JacksonException if the value cannot be written
     */
    static String write(JsonMapper json, Object value, int maxBytes) throws TooLargeException {
        Bounded out = new Bounded(maxBytes);
        try {
            json.writeValue(out, value);
        } catch (Overflow e) {
            throw new TooLargeException(maxBytes);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    static final class TooLargeException extends Exception {
        private static final long serialVersionUID = 1L;

        TooLargeException(int maxBytes) {
            super("larger than " + maxBytes / 1024 + " KiB as JSON");
        }
    }

    private static final class Overflow extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Overflow() {
            super(null, null, false, false);
        }
    }

    private static final class Bounded extends ByteArrayOutputStream {
        private final int max;

        Bounded(int max) {
            this.max = max;
        }

        @Override
        public synchronized void write(int b) {
            room(1);
            super.write(b);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            room(length);
            super.write(bytes, offset, length);
        }

        private void room(int length) {
            if (size() + length > max) {
                throw new Overflow();
            }
        }
    }
}
