package dev.holdfast.worker.handlers;

import java.nio.charset.StandardCharsets;

/** Keeps the last bytes of a stream. Not safe for several threads. */
final class Tail {

    private final byte[] ring;
    private long written;

    Tail(int capacity) {
        ring = new byte[capacity];
    }

    void append(byte[] bytes, int length) {
        int from = Math.max(0, length - ring.length);
        written += from;
        while (from < length) {
            int at = (int) (written % ring.length);
            int part = Math.min(length - from, ring.length - at);
            System.arraycopy(bytes, from, ring, at, part);
            written += part;
            from += part;
        }
    }

    /** How many bytes came in, kept or not. */
    long written() {
        return written;
    }

    /** The bytes that are kept, in order. */
    byte[] bytes() {
        int length = (int) Math.min(written, ring.length);
        byte[] bytes = new byte[length];
        int start = (int) ((written - length) % ring.length);
        int part = Math.min(length, ring.length - start);
        System.arraycopy(ring, start, bytes, 0, part);
        System.arraycopy(ring, 0, bytes, part, length - part);
        return bytes;
    }

    String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }
}
