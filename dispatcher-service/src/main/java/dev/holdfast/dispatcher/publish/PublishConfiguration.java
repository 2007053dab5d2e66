package dev.holdfast.dispatcher.publish;

import dev.holdfast.dispatcher.reserve.GrantSignal;
import dev.holdfast.messaging.BrokerConnections;
import dev.holdfast.messaging.BrokerProperties;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.store.publish.DeadLetterRows;
import dev.holdfast.store.publish.Leases;
import dev.holdfast.store.publish.PublishStoreConfiguration;
import dev.holdfast.store.publish.Publisher;
import dev.holdfast.store.publish.Windows;
import dev.holdfast.store.route.Routes;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The line on which tasks go to the broker. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PublishProperties.class)
@Import({PublishStoreConfiguration.class, SweepConfiguration.class})
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
                connections, declarations, new RoutesLost(routes), marks, new BrokerReport(broker), settings);
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
    Broadcasts broadcasts(PublisherLink link, Publisher publisher) {
        return new Broadcasts(link, publisher.id().toString());
    }

    /** What a caller changed here may concern the routes and the other dispatchers too. */
    @Bean
    GrantSignal everywhere(Broadcasts broadcasts, Sweeps sweeps) {
        return () -> {
            sweeps.lookAtRoutes();
            broadcasts.work();
        };
    }

    @Bean
    DeadLetters deadLetters(DeadLetterRows rows, MeterRegistry metrics) {
        return new DeadLetters(rows, metrics);
    }

    @Bean
    Listener brokerListener(
            BrokerConnections connections,
            Declarations declarations,
            GrantSignal grants,
            Sweeps sweeps,
            Broadcasts broadcasts,
            DeadLetters deadLetters) {
        return new Listener(
                connections,
                declarations,
                broadcasts,
                () -> {
                    grants.look();
                    sweeps.lookAtRoutes();
                },
                deadLetters);
    }

    @Bean
    PublishLine publishLine(
            TaskPublisher publisher,
            Marks marks,
            PublisherLink link,
            Listener listener,
            Sweeps sweeps,
            Broadcasts broadcasts,
            BrokerProperties broker,
            GrantSignal grants) {
        return new PublishLine(publisher, marks, link, listener, sweeps, broadcasts, broker.reconnect(), grants::look);
    }

    @Bean
    BrokerHealth brokerHealthIndicator(PublisherLink link, Marks marks) {
        return new BrokerHealth(link, marks);
    }
}
