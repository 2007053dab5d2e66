package dev.holdfast.dispatcher.publish;

import dev.holdfast.loop.Loop;
import java.util.List;

/** The loops that find what signals and messages missed. */
final class Sweeps {

    private final Loop ready;
    private final Loop routes;
    private final Loop lost;
    private final Loop stale;

    Sweeps(
            ReadySweep readySweep,
            RouteSweep routeSweep,
            LostMessages lostMessages,
            StaleSweep staleSweep,
            PublishProperties settings) {
        this.ready = new Loop("publish-ready", settings.publishSweep(), readySweep::pass);
        this.routes = new Loop("routes", settings.publishSweep(), routeSweep::passAndBreathe);
        this.lost = new Loop("publish-lost", settings.publishSweep(), lostMessages::pass);
        this.stale = new Loop("publish-stale", settings.lostLookGap(), staleSweep::pass);
    }

    /** The broker can be used again: there may be much to send. */
    void sessionOpened() {
        ready.signal();
        lost.signal();
    }

    /** A worker may have come. */
    void lookAtRoutes() {
        routes.signal();
    }

    List<Loop> loops() {
        return List.of(ready, routes, lost, stale);
    }
}
