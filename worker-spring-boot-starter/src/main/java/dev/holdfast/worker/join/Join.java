package dev.holdfast.worker.join;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.lease.Incarnation;
import dev.holdfast.lease.WorkerState;
import dev.holdfast.store.worker.Heartbeats;
import dev.holdfast.store.worker.Namesake;
import dev.holdfast.store.worker.Registration;
import dev.holdfast.store.worker.WorkerEnds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.transaction.TransactionException;

/** Registers this process under its name, after the work of earlier processes of the name is settled. */
public final class Join implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Join.class);

    /** How often an unproved predecessor is looked at. */
    private static final long LOOK_MILLIS = 100;

    /** A renewal is due after it: it must not hold the heartbeat's thread for long. */
    private static final int REFUND_TRIES = 3;

    private final WorkerSettings settings;
    private final Set<String> types;
    private final Heartbeats heartbeats;
    private final Runnable reconnect;
    private final WorkerEnds ends;
    private final Membership membership;
    private final String host = WorkerSettings.hostName();
    private final long pid = ProcessHandle.current().pid();
    private @Nullable NameLock lock;

    /** @param reconnect drops the connection of {@code heartbeats} after a failure */
    public Join(
            WorkerSettings settings,
            Set<String> types,
            Heartbeats heartbeats,
            Runnable reconnect,
            WorkerEnds ends,
            Membership membership) {
        this.settings = settings;
        this.types = types;
        this.heartbeats = heartbeats;
        this.reconnect = reconnect;
        this.ends = ends;
        this.membership = membership;
    }

    /**
     * Takes the lock, settles predecessors, registers. Waits while the database is away, and at most about one ttl for a
     * predecessor whose death is not proved.
     *
     * @throws NameTakenException if a living process has the name
     */
    public void join() throws InterruptedException {
        register(Set.of());
    }

    /**
     * A new incarnation after the database ended the one before, which this very process was.
     *
     * @throws NameTakenException if another process has taken the name meanwhile
     */
    public void again(Incarnation before) throws InterruptedException {
        register(Set.of(before));
        Faults.at(FaultPoint.REJOIN_REGISTERED);
        refund(before);
    }

    private void refund(Incarnation before) throws InterruptedException {
        for (int tries = 0; tries < REFUND_TRIES; tries++) {
            try {
                int refunded = heartbeats.refund(before);
                log.info("took back {} losses that were counted when this process was believed dead", refunded);
                return;
            } catch (DataAccessException e) {
                reconnect.run();
                log.warn("cannot take back losses of {} yet: {}", before, e.getMessage());
                Thread.sleep(LOOK_MILLIS);
            }
        }
    }

    /** Lets the name go; only once the row has ended. */
    @Override
    public void close() {
        NameLock held = lock;
        if (held != null) {
            held.close();
            lock = null;
        }
    }

    private void register(Set<Incarnation> own) throws InterruptedException {
        Watch watch = new Watch(own);
        while (!membership.isLeaving()) {
            try {
                takeLock();
                Faults.at(FaultPoint.JOIN_LOCKED);
                if (settle(watch)) {
                    // Another one for each try: a registration whose answer was not heard may have been committed.
                    Incarnation incarnation = Incarnation.next();
                    Faults.at(FaultPoint.JOIN_SETTLED);
                    announce(incarnation);
                    Faults.at(FaultPoint.JOIN_ANNOUNCED);
                    watch.own.add(incarnation);
                    if (tryRegister(incarnation)) {
                        afterwards(incarnation);
                        Faults.at(FaultPoint.JOIN_DONE);
                        return;
                    }
                }
            } catch (DataAccessException | TransactionException e) {
                reconnect.run();
                log.warn("the database is away, cannot register yet: {}", e.getMessage());
                Thread.sleep(1000);
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private boolean tryRegister(Incarnation incarnation) {
        long sentAt = System.nanoTime();
        try {
            heartbeats.register(new Registration(
                    incarnation,
                    settings.workerName(),
                    host,
                    pid,
                    settings.queues(),
                    types,
                    settings.slots(),
                    settings.ttl()));
        } catch (DuplicateKeyException e) {
            return false;
        }
        Faults.at(FaultPoint.JOIN_REGISTERED);
        membership.begin(incarnation, sentAt);
        log.info(
                "registered worker {} as {}: {} slots, queues {}, types {}",
                settings.workerName(),
                incarnation,
                settings.slots(),
                settings.queues(),
                types);
        return true;
    }

    /** True once no earlier process of the name stands in the way. */
    private boolean settle(Watch watch) {
        boolean clear = true;
        for (Namesake other : heartbeats.namesakes(settings.workerName())) {
            if (watch.provesDeathOf(other)) {
                end(other, true, "its process had ended when the next one of its name started");
            } else if (other.expired()) {
                end(other, false, "its lease had run out when the next process of its name started");
            } else if (other.state() != WorkerState.DRAINING) {
                watch.refuseIfAlive(other);
                clear = false;
            }
        }
        return clear;
    }

    private void end(Namesake other, boolean proved, String why) {
        ends.lost(other.incarnation(), proved, settings.actor(), why)
                .ifPresent(settled -> log.info(
                        "settled {} attempts of {} (pid {} on {}): {}",
                        settled.size(),
                        other.incarnation(),
                        other.pid(),
                        other.host(),
                        why));
    }

    private void takeLock() {
        if (lock != null || settings.nameIsUnique()) {
            return;
        }
        try {
            lock = NameLock.acquire(settings.lockDirectory(), settings.workerName());
        } catch (NameLock.NameLockedException e) {
            // Alive, and perhaps about to end (DRAINING): the rows decide. Without the lock nothing is proved.
            log.debug("{}", e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "holdfast.worker.state-dir (" + settings.lockDirectory() + ") cannot hold the lock file: give it a"
                            + " writable local directory, or set holdfast.worker.name-is-unique=true where the"
                            + " platform guarantees it",
                    e);
        }
    }

    private void announce(Incarnation incarnation) {
        NameLock held = lock;
        if (held != null) {
            try {
                held.announce(incarnation);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write the lock file", e);
            }
        }
    }

    private void afterwards(Incarnation incarnation) {
        NameLock held = lock;
        if (held != null) {
            try {
                held.settled(incarnation);
            } catch (IOException e) {
                log.warn("cannot tidy the lock file: {}", e.getMessage());
            }
        }
    }

    /** What this start has seen of its predecessors. */
    private final class Watch {
        private final Set<Incarnation> own;
        private final Map<Incarnation, Long> firstBeat = new HashMap<>();

        Watch(Set<Incarnation> own) {
            this.own = new HashSet<>(own);
        }

        boolean provesDeathOf(Namesake other) {
            NameLock held = lock;
            return own.contains(other.incarnation())
                    || settings.nameIsUnique()
                    || (held != null
                            && held.provesDeathOf(
                                    other.incarnation(), other.host().equals(host)));
        }

        /** A heartbeat counter that moved is a living process. */
        void refuseIfAlive(Namesake other) {
            long first = firstBeat.computeIfAbsent(other.incarnation(), i -> {
                log.info(
                        "an earlier process of this name (pid {} on {}) holds a lease: waiting for its end, at most {}",
                        other.pid(),
                        other.host(),
                        other.ttl());
                return other.beat();
            });
            if (other.beat() != first && other.state() == WorkerState.ALIVE) {
                throw new NameTakenException(settings.workerName(), other.host(), other.pid());
            }
        }
    }
}
