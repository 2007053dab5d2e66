package dev.holdfast.worker.join;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.lease.LeaseClock;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Who this process is now and what it may do. Thread-safe. The incarnation changes only when the database ended the one
 * before.
 */
public final class Membership {

    private final WorkerSettings settings;
    private final CopyOnWriteArrayList<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile @Nullable Term term;
    private volatile boolean suspended;
    private volatile boolean leaving;

    public Membership(WorkerSettings settings) {
        this.settings = settings;
    }

    /** One incarnation and its lease. */
    public record Term(Incarnation incarnation, LeaseClock lease) {

        public Duration remaining() {
            return lease.remaining(System.nanoTime());
        }
    }

    /** The term now; null before the registration and after the end. */
    public @Nullable Term term() {
        return term;
    }

    /** Time left of the lease, zero without one. */
    public Duration remaining() {
        Term now = term;
        return now == null ? Duration.ZERO : now.remaining();
    }

    /** Time left of the lease of one incarnation, zero if that is not the present one. */
    public Duration remaining(Incarnation incarnation) {
        Term now = term;
        return now != null && now.incarnation().equals(incarnation) ? now.remaining() : Duration.ZERO;
    }

    /** Whether new work may be taken: registered, not leaving, and a lease that is not about to end. */
    public boolean takesWork() {
        return !suspended && !leaving && remaining().compareTo(settings.interruptMargin()) > 0;
    }

    public boolean isLeaving() {
        return leaving;
    }

    /** No new work until the next answered renewal: the database refused a claim for want of a lease. */
    public void suspend() {
        suspended = true;
        changed();
    }

    /** The lease was renewed. */
    public void renewed(Term which, long sentAt) {
        which.lease().renewed(sentAt);
        if (which.equals(term) && suspended) {
            suspended = false;
            changed();
        }
    }

    /** No new work any more. */
    public void leave() {
        leaving = true;
        changed();
    }

    /** A new term begins. */
    public void begin(Incarnation incarnation, long registeredAt) {
        term = new Term(incarnation, new LeaseClock(settings.ttl(), registeredAt));
        suspended = false;
        changed();
    }

    /** The row ended. */
    public void end() {
        term = null;
        changed();
    }

    /** Called on each change, from the thread that made it; must be quick. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    private void changed() {
        listeners.forEach(Runnable::run);
    }
}
