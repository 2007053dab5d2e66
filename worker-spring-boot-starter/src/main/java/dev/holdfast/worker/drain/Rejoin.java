package dev.holdfast.worker.drain;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.worker.finish.Finisher;
import dev.holdfast.worker.join.Join;
import dev.holdfast.worker.join.Membership;
import dev.holdfast.worker.join.Membership.Term;
import dev.holdfast.worker.join.NameTakenException;
import dev.holdfast.worker.run.Attempt;
import dev.holdfast.worker.run.Attempts;
import dev.holdfast.worker.run.StopReason;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a process does whose row was ended while it lived: stops what it ran, delivers the results it kept (the database
 * says what they count for), and registers as another incarnation. Until code that holds resources has returned, the old
 * lease goes on running out, and the fence with it.
 */
public final class Rejoin {

    private static final Logger log = LoggerFactory.getLogger(Rejoin.class);
    private static final Duration DELIVERY = Duration.ofSeconds(10);

    private final Join join;
    private final Membership membership;
    private final Attempts attempts;
    private final Finisher finisher;
    private final Consumer<String> exit;

    public Rejoin(Join join, Membership membership, Attempts attempts, Finisher finisher, Consumer<String> exit) {
        this.join = join;
        this.membership = membership;
        this.attempts = attempts;
        this.finisher = finisher;
        this.exit = exit;
    }

    /** In the heartbeat's thread: there is nothing to renew meanwhile. */
    public void ended(Term term) {
        membership.suspend();
        if (membership.isLeaving()) {
            return;
        }
        try {
            for (Attempt attempt : attempts.all()) {
                attempt.stop(StopReason.FENCE);
            }
            Faults.at(FaultPoint.REJOIN_STOPPED);
            while (!attempts.holdingResources().isEmpty()) {
                Thread.sleep(10);
            }
            if (!finisher.awaitAnswers(DELIVERY)) {
                log.warn("{} results wait for the database still, registering anew without", finisher.waiting());
            }
            Faults.at(FaultPoint.REJOIN_DELIVERED);
            join.again(term.incarnation());
        } catch (NameTakenException e) {
            log.error("cannot register anew: {}", e.getMessage());
            membership.end();
            exit.accept("another process has taken its name");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
