package dev.holdfast.dispatcher.publish;

import dev.holdfast.dispatcher.reserve.GrantSignal;
import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.store.route.Routes;
import dev.holdfast.store.route.Routes.Stray;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.Reason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens routes when a worker comes and closes them when the last has gone, and takes back what was published to a route
 * that is paused or long gone. What waits is parked and unparked by the grants.
 */
final class RouteSweep {

    private static final Logger log = LoggerFactory.getLogger(RouteSweep.class);
    private static final int BATCH = 500;
    /** Signals come with every task: they must not make more passes than this allows. */
    private static final Duration BREATH = Duration.ofMillis(200);

    private final Routes routes;
    private final Settlements settlements;
    private final GrantSignal grants;
    private final String actor;
    private final Duration goneAfter;

    RouteSweep(Routes routes, Settlements settlements, GrantSignal grants, String actor, Duration goneAfter) {
        this.routes = routes;
        this.settlements = settlements;
        this.grants = grants;
        this.actor = actor;
        this.goneAfter = goneAfter;
    }

    void passAndBreathe() {
        pass();
        LockSupport.parkNanos(BREATH.toNanos());
    }

    void pass() {
        List<Routes.Change> changes = routes.refresh();
        for (Routes.Change change : changes) {
            log.info(
                    "route {}/{} {}",
                    change.route().queue(),
                    change.route().type(),
                    change.served() ? "is served" : "has no live worker");
        }
        if (!changes.isEmpty()) {
            Faults.at(FaultPoint.ROUTES_REFRESHED);
        }
        int taken = takeBack();
        if (!changes.isEmpty() || taken > 0) {
            grants.look();
        }
    }

    private int takeBack() {
        int taken = 0;
        List<Stray> strays;
        do {
            strays = routes.strays(goneAfter, BATCH);
            if (!strays.isEmpty()) {
                Faults.at(FaultPoint.STRAYS_FOUND);
            }
            taken += settlements
                    .takeBack(actor, Reason.PAUSED, keys(strays, true))
                    .size();
            if (!strays.isEmpty()) {
                Faults.at(FaultPoint.STRAYS_PAUSED_TAKEN);
            }
            taken += settlements
                    .takeBack(actor, Reason.ROUTE_GONE, keys(strays, false))
                    .size();
        } while (strays.size() == BATCH);
        return taken;
    }

    private static List<AttemptKey> keys(List<Stray> strays, boolean paused) {
        return strays.stream().filter(s -> s.paused() == paused).map(Stray::key).toList();
    }
}
