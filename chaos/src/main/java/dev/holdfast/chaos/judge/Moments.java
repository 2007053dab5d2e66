package dev.holdfast.chaos.judge;

import java.util.Arrays;

/** Some moments in order, at least one; microseconds since the epoch. */
final class Moments {

    private final long[] sorted;

    Moments(long[] moments) {
        if (moments.length == 0) {
            throw new IllegalArgumentException("no moment");
        }
        sorted = moments.clone();
        Arrays.sort(sorted);
    }

    long first() {
        return sorted[0];
    }

    long last() {
        return sorted[sorted.length - 1];
    }

    /** Those after the limit, in order. */
    long[] after(long limit) {
        int found = Arrays.binarySearch(sorted, limit + 1);
        int at = found < 0 ? -found - 1 : found;
        while (at > 0 && sorted[at - 1] > limit) {
            at--;
        }
        return Arrays.copyOfRange(sorted, at, sorted.length);
    }
}
