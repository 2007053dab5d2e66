package dev.holdfast.dispatcher.publish;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.store.publish.StaleMessages;
import dev.holdfast.store.publish.StaleMessages.StaleRoute;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops counting messages that nobody waits for, once the queue in which they should be is seen empty. */
final class StaleSweep {

    private static final Logger log = LoggerFactory.getLogger(StaleSweep.class);

    private final StaleMessages messages;
    private final PublisherLink link;
    private final Runnable roomier;
    private final PublishProperties settings;

    /** @param roomier called when a window may have got room */
    StaleSweep(StaleMessages messages, PublisherLink link, Runnable roomier, PublishProperties settings) {
        this.messages = messages;
        this.link = link;
        this.roomier = roomier;
        this.settings = settings;
    }

    void pass() {
        Session session = link.usable();
        if (session == null) {
            return;
        }
        List<StaleRoute> empty = new ArrayList<>();
        for (StaleRoute route : messages.routes(settings.staleAfter())) {
            try {
                if (session.ready(route.name()) == 0) {
                    empty.add(route);
                }
            } catch (IOException e) {
                log.debug("no look at the queue of {}", route.name(), e);
            }
        }
        if (!empty.isEmpty()) {
            Faults.at(FaultPoint.STALE_LOOKED);
        }
        if (messages.forget(empty, settings.staleAfter(), settings.staleAtMost()) > 0) {
            roomier.run();
        }
    }
}
