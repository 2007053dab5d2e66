package dev.holdfast.chaos.judge;

/** A stretch of time, microseconds since the epoch, the end not included. */
record Span(long from, long to) {

    static final long FOREVER = Long.MAX_VALUE;

    boolean overlaps(Span other) {
        return from < other.to && other.from < to;
    }

    boolean contains(long at) {
        return from <= at && at < to;
    }

    long length() {
        return to - from;
    }
}
