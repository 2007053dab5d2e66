package dev.holdfast.dispatcher.publish;

import dev.holdfast.dispatcher.reserve.GrantSignal;
import dev.holdfast.store.publish.Leases;
import dev.holdfast.store.publish.LostTasks;
import dev.holdfast.store.publish.Publisher;
import dev.holdfast.store.publish.StaleMessages;
import dev.holdfast.store.route.Routes;
import dev.holdfast.store.settle.Settlements;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The sweeps around publishing. */
@Configuration(proxyBeanMethods = false)
class SweepConfiguration {

    /** For whoever compares what is published with what the broker holds. */
    @Bean
    QueueDepths queueDepths(PublisherLink link) {
        return new QueueDepths(link);
    }

    @Bean
    ReadySweep readySweep(Leases leases, TaskPublisher publisher) {
        return new ReadySweep(leases, publisher);
    }

    @Bean
    RouteSweep routeSweep(
            Routes routes,
            Settlements settlements,
            GrantSignal grants,
            Publisher publisher,
            PublishProperties settings) {
        return new RouteSweep(routes, settlements, grants, publisher.actor(), settings.routeGoneAfter());
    }

    @Bean
    LostMessages lostMessages(
            LostTasks tasks, PublisherLink link, TaskPublisher publisher, PublishProperties settings) {
        return new LostMessages(tasks, link, publisher, settings);
    }

    @Bean
    StaleSweep staleSweep(StaleMessages messages, PublisherLink link, GrantSignal grants, PublishProperties settings) {
        return new StaleSweep(messages, link, grants::look, settings);
    }

    @Bean
    Sweeps publishSweeps(
            ReadySweep ready, RouteSweep routes, LostMessages lost, StaleSweep stale, PublishProperties settings) {
        return new Sweeps(ready, routes, lost, stale, settings);
    }
}
