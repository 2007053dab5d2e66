package dev.holdfast.worker.heartbeat;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.loop.Loop;
import dev.holdfast.store.worker.HeartbeatAnswer;
import dev.holdfast.store.worker.Heartbeats;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.worker.finish.Roster;
import dev.holdfast.worker.join.Membership;
import dev.holdfast.worker.join.Membership.Term;
import dev.holdfast.worker.run.Attempts;
import dev.holdfast.worker.run.StopReason;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews the lease and passes on what the answers bring. The only user of its connection while it runs. */
public final class Heartbeat {

    private static final Logger log = LoggerFactory.getLogger(Heartbeat.class);

    private final Heartbeats heartbeats;
    private final Runnable reconnect;
    private final Membership membership;
    private final Roster roster;
    private final Attempts attempts;
    private final Runnable drainAsked;
    private final Consumer<Term> ended;
    private final Loop loop;

    /**
     * @param reconnect drops the connection after a failure
     * @param drainAsked called after each answer that brings an operator's wish to drain
     * @param ended called when the database has ended the row; registers anew, or ends the process
     */
    public Heartbeat(
            Heartbeats heartbeats,
            Runnable reconnect,
            Duration every,
            Membership membership,
            Roster roster,
            Attempts attempts,
            Runnable drainAsked,
            Consumer<Term> ended) {
        this.heartbeats = heartbeats;
        this.reconnect = reconnect;
        this.membership = membership;
        this.roster = roster;
        this.attempts = attempts;
        this.drainAsked = drainAsked;
        this.ended = ended;
        this.loop = new Loop("holdfast-heartbeat", every, this::beat);
    }

    public void start() {
        loop.start();
    }

    public void stop() {
        loop.stop();
    }

    /** A signal says that this attempt was canceled. The row decides: a heartbeat asks it, if the attempt runs here. */
    public void canceled(AttemptKey key) {
        if (attempts.get(key) != null) {
            loop.signal();
        }
    }

    /** A heartbeat soon: something may have changed that only its answer tells. */
    public void soon() {
        loop.signal();
    }

    void beat() {
        Term term = membership.term();
        if (term == null) {
            return;
        }
        if (membership.isLeaving()) {
            markDraining(term);
        }
        Faults.at(FaultPoint.HEARTBEAT_BEFORE);
        long sentAt = System.nanoTime();
        HeartbeatAnswer answer = ask(term, roster.keys());
        Faults.at(FaultPoint.HEARTBEAT_AFTER);
        if (answer instanceof HeartbeatAnswer.Renewed renewed) {
            membership.renewed(term, sentAt);
            attempts.stop(renewed.canceled(), StopReason.CANCEL);
            attempts.stop(renewed.overdue(), StopReason.TIMEOUT);
            if (renewed.drain()) {
                drainAsked.run();
            }
        } else {
            if (!membership.isLeaving()) {
                log.warn("the row of {} was ended by somebody else, or its lease revoked", term.incarnation());
                ended.accept(term);
            }
        }
    }

    /** A connection that broke is tried once more at once with a new one: an outage is known only after the second. */
    private HeartbeatAnswer ask(Term term, Set<AttemptKey> running) {
        try {
            return heartbeats.beat(term.incarnation(), running);
        } catch (RuntimeException e) {
            reconnect.run();
        }
        try {
            return heartbeats.beat(term.incarnation(), running);
        } catch (RuntimeException e) {
            reconnect.run();
            throw e;
        }
    }

    private void markDraining(Term term) {
        try {
            if (heartbeats.drain(term.incarnation())) {
                log.info("{} is draining", term.incarnation());
                Faults.at(FaultPoint.LEAVE_DRAINING);
            }
        } catch (RuntimeException e) {
            reconnect.run();
        }
    }
}
