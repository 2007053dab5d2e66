package dev.holdfast.dispatcher;

import dev.holdfast.dispatcher.publish.PublishProperties;
import dev.holdfast.dispatcher.reserve.ReserveProperties;
import dev.holdfast.messaging.BrokerProperties;
import dev.holdfast.store.publish.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/** One line at the start: who this is, and by which bounds it works. */
final class StartReport implements ApplicationListener<ApplicationReadyEvent> {

    private static final Logger log = LoggerFactory.getLogger(StartReport.class);

    private final Publisher publisher;
    private final PublishProperties publishing;
    private final ReserveProperties reserving;
    private final BrokerProperties broker;

    StartReport(
            Publisher publisher, PublishProperties publishing, ReserveProperties reserving, BrokerProperties broker) {
        this.publisher = publisher;
        this.publishing = publishing;
        this.reserving = reserving;
        this.broker = broker;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        log.info("{} ({}) is up: {}; {}; {}", publisher.actor(), publisher.id(), reserving, publishing, broker);
    }
}
