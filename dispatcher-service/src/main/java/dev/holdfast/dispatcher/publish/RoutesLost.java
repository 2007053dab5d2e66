package dev.holdfast.dispatcher.publish;

import dev.holdfast.store.route.Routes;
import dev.holdfast.task.RouteName;
import java.time.Duration;

/** Notes losses in the routes' rows, where every dispatcher sees them. */
final class RoutesLost implements LostQueues {

    private final Routes routes;

    RoutesLost(Routes routes) {
        this.routes = routes;
    }

    @Override
    public void queueLost(RouteName route, Duration age) {
        routes.queueLost(route, age);
    }

    @Override
    public void allQueuesLost(Duration age) {
        routes.allQueuesLost(age);
    }
}
