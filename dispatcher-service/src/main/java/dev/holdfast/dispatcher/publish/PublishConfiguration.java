package dev.holdfast.dispatcher.publish;

import dev.holdfast.dispatcher.reserve.GrantSignal;
import dev.holdfast.loop.Loop;
import dev.holdfast.messaging.BrokerConnections;
import dev.holdfast.messaging.BrokerProperties;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.store.publish.Leases;
import dev.holdfast.store.publish.PublishStoreConfiguration;
import dev.holdfast.store.publish.Publisher;
import dev.holdfast.store.publish.Windows;
import dev.holdfast.store.route.Routes;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.task.RouteName;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Puts the parts of publishing together. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PublishProperties.class)
@Import(PublishStoreConfiguration.class)
class PublishConfiguration {

    @Bean
    Marks publishMarks(Leases leases, PublishProperties settings, MeterRegistry metrics) {
        return new Marks(leases, settings, metrics);
    }

    @Bean
    PublisherLink publisherLink(
            BrokerConnections connections,
            Declarations declarations,
            Routes routes,
            Marks marks,
            BrokerProperties broker,
            PublishProperties settings) {
        return new PublisherLink(
                connections, declarations, lostQueues(routes), marks, new BrokerReport(broker), settings);
    }

    static LostQueues lostQueues(Routes routes) {
        return new LostQueues() {
            @Override
            public void queueLost(RouteName route, Duration age) {
                routes.queueLost(route, age);
            }

            @Override
            public void allQueuesLost(Duration age) {
                routes.allQueuesLost(age);
            }
        };
    }

    @Bean
    TaskPublisher taskPublisher(PublisherLink link, Marks marks, PublishProperties settings) {
        return new TaskPublisher(link, marks, settings.maxUnconfirmed());
    }

    @Bean
    GrantedTasks grantedTasks(TaskPublisher publisher, Windows windows, PublishProperties settings) {
        return new GrantedTasks(publisher, windows, settings);
    }

    @Bean
    PublishLine publishLine(
            TaskPublisher taskPublisher,
            Marks marks,
            PublisherLink link,
            Leases leases,
            Routes routes,
            Settlements settlements,
            GrantSignal grants,
            Publisher publisher,
            BrokerProperties broker,
            PublishProperties settings) {
        Loop ready = new Loop("publish-ready", settings.publishSweep(), new ReadySweep(leases, taskPublisher)::pass);
        RouteSweep routeSweep =
                new RouteSweep(routes, settlements, grants, publisher.actor(), settings.routeGoneAfter());
        Loop routeLoop = new Loop("routes", settings.publishSweep(), routeSweep::passAndBreathe);
        Loop linkKeeper = new Loop("publish-connection", broker.reconnect(), link::keep);
        link.listen(
                () -> {
                    ready.signal();
                    grants.look();
                },
                linkKeeper::signal);
        return new PublishLine(taskPublisher, marks, link, linkKeeper, List.of(ready, routeLoop));
    }
}
