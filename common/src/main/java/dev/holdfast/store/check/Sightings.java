package dev.holdfast.store.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** What earlier looks saw, so that only what stays is reported. Not thread-safe. */
final class Sightings {

    private final LongSupplier nanoClock;
    private final Map<Invariant, Map<String, Long>> firstSeen = new HashMap<>();

    Sightings(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** The next look is the first one. */
    void forget() {
        firstSeen.clear();
    }

    /** Of what is seen now, that which was seen in every look since {@link Invariant#confirm()} ago. */
    List<Violation> confirmed(Invariant invariant, List<Violation> seen) {
        long now = nanoClock.getAsLong();
        long age = invariant.confirm().toNanos();
        Map<String, Long> before = firstSeen.getOrDefault(invariant, Map.of());
        Map<String, Long> after = new HashMap<>();
        List<Violation> confirmed = new ArrayList<>();
        for (Violation violation : seen) {
            long first = before.getOrDefault(violation.key(), now);
            after.put(violation.key(), first);
            if (now - first >= age) {
                confirmed.add(violation);
            }
        }
        firstSeen.put(invariant, after);
        return confirmed;
    }

    /** How long until all that is seen now can be confirmed by another look; zero if nothing is in doubt. */
    Duration doubt() {
        long now = nanoClock.getAsLong();
        long longest = 0;
        for (Map.Entry<Invariant, Map<String, Long>> entry : firstSeen.entrySet()) {
            long age = entry.getKey().confirm().toNanos();
            for (long first : entry.getValue().values()) {
                longest = Math.max(longest, age - (now - first));
            }
        }
        return Duration.ofNanos(longest);
    }
}
