package dev.holdfast.store.check;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * A walk over many rows that goes on where the last look left it, and begins anew at the end. What it found wrong once is
 * looked at each time, wherever the walk is, until it is right. Not thread-safe.
 */
final class Walk {

    /** Keys per statement: some 10 ms each. */
    static final int SLICE = 2_000;

    private final String what;
    private final String begin;
    private final boolean overlapping;
    private final Function<Violation, String> keyOf;
    private final Set<String> wrong = new TreeSet<>();
    private String cursor;
    private long walked;
    private long lastRound = -1;

    /** The next keys behind a cursor, in order, at most {@link #SLICE}. */
    interface Slices {
        List<String> behind(String cursor);
    }

    /** Finds what is wrong with the rows of some keys. */
    interface Judge {
        List<Violation> judge(Collection<String> keys);
    }

    /**
     * @param what is walked over, for people
     * @param begin before every key
     * @param overlapping whether a slice begins with the last key of the one before, and may repeat keys
     * @param keyOf the key of what was found wrong
     */
    Walk(String what, String begin, boolean overlapping, Function<Violation, String> keyOf) {
        this.what = what;
        this.begin = begin;
        this.overlapping = overlapping;
        this.keyOf = keyOf;
        this.cursor = begin;
    }

    /** Goes on until the end of the round, or until {@code deadline} by {@code nanoClock}; one slice at least. */
    void go(Slices slices, Judge judge, LongSupplier nanoClock, long deadline) {
        List<String> before = List.copyOf(wrong);
        wrong.clear();
        if (!before.isEmpty()) {
            remember(judge.judge(before));
        }
        do {
            List<String> keys = slices.behind(cursor);
            if (!keys.isEmpty()) {
                remember(judge.judge(new TreeSet<>(keys)));
            }
            walked += keys.size();
            if (keys.size() < SLICE || overlapping && keys.get(keys.size() - 1).equals(cursor)) {
                lastRound = walked;
                walked = 0;
                cursor = begin;
                return;
            }
            cursor = keys.get(keys.size() - 1);
        } while (nanoClock.getAsLong() < deadline);
    }

    /** Where the walk stands, for people. */
    String coverage() {
        String round = lastRound < 0 ? "no whole round yet" : lastRound + " in the last whole round";
        return cursor.equals(begin) ? what + ": " + round : what + ": " + walked + " of this round so far, " + round;
    }

    private void remember(List<Violation> found) {
        found.forEach(violation -> wrong.add(keyOf.apply(violation)));
    }
}
