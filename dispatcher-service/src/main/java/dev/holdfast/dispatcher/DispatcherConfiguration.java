package dev.holdfast.dispatcher;

import dev.holdfast.dispatcher.cancel.CancelSignals;
import dev.holdfast.dispatcher.publish.Broadcasts;
import dev.holdfast.dispatcher.publish.PublishProperties;
import dev.holdfast.dispatcher.reserve.ReserveProperties;
import dev.holdfast.messaging.BrokerProperties;
import dev.holdfast.messaging.MessagingConfiguration;
import dev.holdfast.store.StoreConfiguration;
import dev.holdfast.store.grant.Grantor;
import dev.holdfast.store.publish.Publisher;
import java.util.UUID;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What the parts share. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DispatcherProperties.class)
@Import({StoreConfiguration.class, MessagingConfiguration.class})
class DispatcherConfiguration {

    /** This process, in the rows that it publishes: new with each start. */
    @Bean
    Publisher publisher(DispatcherProperties properties, PublishProperties publishing) {
        return new Publisher(UUID.randomUUID(), "dispatcher " + properties.nameOrHost(), publishing.publishLease());
    }

    /** The same, in whose name tasks are granted: what it granted it publishes. */
    @Bean
    Grantor grantor(Publisher publisher) {
        return new Grantor(publisher.id(), publisher.actor(), publisher.lease());
    }

    /** Cancels travel with the other signals. */
    @Bean
    CancelSignals cancelSignals(Broadcasts broadcasts) {
        return broadcasts::cancel;
    }

    @Bean
    StartReport startReport(
            Publisher publisher, PublishProperties publishing, ReserveProperties reserving, BrokerProperties broker) {
        return new StartReport(publisher, publishing, reserving, broker);
    }
}
