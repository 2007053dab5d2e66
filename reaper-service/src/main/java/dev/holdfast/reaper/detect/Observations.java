package dev.holdfast.reaper.detect;

import dev.holdfast.lease.Incarnation;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What this reaper has seen of each heartbeat counter, by its own monotonic clock. No I/O, not thread-safe.
 *
 * <p>Each look has a time at which it was asked and one at which it was answered; the row was read somewhere between. A
 * counter counts as new until its first answer, and as unchanged until the last question: so the time of standing still is
 * never overstated. A new counter is noticed at most one look after the heartbeat, and the verdict falls at most one look
 * after the ttl: with looks every half pass, a dead worker is convicted within ttl + 1 pass, and the time of two looks.
 */
public final class Observations {

    private final long maxGapNanos;
    private final Map<Incarnation, Standstill> standstills = new HashMap<>();
    private boolean looked;
    private long lastAsked;

    /** @param maxGap the longest time between two looks; after a longer one everything is watched anew */
    public Observations(Duration maxGap) {
        this.maxGapNanos = maxGap.toNanos();
    }

    /**
     * What a look finds of one worker.
     *
     * @param beat its heartbeat counter
     * @param lapsed whether the database says that the lease has run out
     */
    public record Seen(Incarnation worker, long beat, Duration ttl, boolean lapsed) {}

    private record Standstill(long beat, long since) {}

    /**
     * Takes in one look.
     *
     * @param asked nanos before it was sent
     * @param answered nanos after it was answered
     * @param seen all workers to be watched; those that are not in it are forgotten
     * @return the dead, with the time that each was seen to stand still. They stay watched, and are returned again by the
     *     next look if they are still in it.
     */
    public Map<Incarnation, Duration> look(long asked, long answered, Collection<Seen> seen) {
        if (looked && answered - lastAsked > maxGapNanos) {
            standstills.clear();
        }
        looked = true;
        lastAsked = asked;
        Set<Incarnation> present = new HashSet<>();
        Map<Incarnation, Duration> dead = new HashMap<>();
        for (Seen worker : seen) {
            present.add(worker.worker);
            Standstill known = standstills.get(worker.worker);
            if (known == null || known.beat != worker.beat) {
                standstills.put(worker.worker, new Standstill(worker.beat, answered));
            } else if (worker.lapsed && asked - known.since >= worker.ttl.toNanos()) {
                dead.put(worker.worker, Duration.ofNanos(asked - known.since));
            }
        }
        standstills.keySet().retainAll(present);
        return dead;
    }

    /** Those who are watched now. */
    public List<Incarnation> watched() {
        return List.copyOf(standstills.keySet());
    }
}
