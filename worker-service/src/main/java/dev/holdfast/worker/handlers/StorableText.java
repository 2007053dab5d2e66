package dev.holdfast.worker.handlers;

import java.nio.charset.StandardCharsets;

/**
 * Foreign bytes as text that a result can hold: so short that it fits also when written as JSON, where a control character
 * takes six bytes; and without NUL, which PostgreSQL cannot store.
 *
 * @param text valid text
 * @param cut whether something is missing
 */
record StorableText(String text, boolean cut) {

    /** The end of {@code bytes}: at most {@code limit} of them, and at most {@code room} written as JSON. */
    static StorableText endOf(byte[] bytes, int limit, int room) {
        // A cut may have split a character: what is left of it goes as well.
        int start = Math.max(0, bytes.length - limit);
        while (start > 0 && start < bytes.length && (bytes[start] & 0xC0) == 0x80) {
            start++;
        }
        String text = decode(bytes, start, bytes.length - start);
        int from = text.length();
        int cost = 0;
        while (from > 0) {
            int before = text.offsetByCodePoints(from, -1);
            cost += cost(text.codePointAt(before));
            if (cost > room) {
                return new StorableText(text.substring(from), true);
            }
            from = before;
        }
        return new StorableText(text, start > 0);
    }

    /** The beginning of {@code bytes}: at most {@code room} written as JSON. */
    static StorableText startOf(byte[] bytes, int room) {
        String text = decode(bytes, 0, bytes.length);
        int to = 0;
        int cost = 0;
        while (to < text.length()) {
            int point = text.codePointAt(to);
            cost += cost(point);
            if (cost > room) {
                return new StorableText(text.substring(0, to), true);
            }
            to += Character.charCount(point);
        }
        return new StorableText(text, false);
    }

    private static String decode(byte[] bytes, int start, int length) {
        return new String(bytes, start, length, StandardCharsets.UTF_8).replace('\0', '\uFFFD');
    }

    private static int cost(int point) {
        if (point < 0x20) {
            return point == '\n' || point == '\t' || point == '\r' || point == '\b' || point == '\f' ? 2 : 6;
        }
        if (point < 0x80) {
            return point == '"' || point == '\\' ? 2 : 1;
        }
        return point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    }
}
