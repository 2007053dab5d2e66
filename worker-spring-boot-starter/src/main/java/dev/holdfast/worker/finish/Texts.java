package dev.holdfast.worker.finish;

import dev.holdfast.store.settle.AttemptEnd;

/** What handlers say in words, made fit for the database: no NUL, no half characters, not endless. */
final class Texts {

    static final int MAX_ERROR = 8_000;
    static final int MAX_MESSAGE = 500;

    private Texts() {}

    static AttemptEnd storable(AttemptEnd end) {
        String error = end.error();
        return error == null
                ? end
                : new AttemptEnd(end.key(), end.outcome(), end.result(), clean(error, MAX_ERROR), end.retryable());
    }

    static String clean(String text, int max) {
        StringBuilder clean = new StringBuilder(Math.min(text.length(), max));
        for (int i = 0; i < text.length() && clean.length() < max; ) {
            int point = text.codePointAt(i);
            i += Character.charCount(point);
            boolean storable = point != 0 && !(point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
            clean.appendCodePoint(storable ? point : 0xFFFD);
        }
        return clean.toString();
    }
}
