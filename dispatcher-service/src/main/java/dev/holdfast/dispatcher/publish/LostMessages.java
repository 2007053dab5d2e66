package dev.holdfast.dispatcher.publish;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.store.publish.Leased;
import dev.holdfast.store.publish.LostTasks;
import dev.holdfast.store.publish.LostTasks.Suspicion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends messages again that the broker lost: when the queue is known to have been lost, at once; otherwise only what was
 * overtaken, or what is missing from an empty queue while a slot is free. Waiting for a slot is no sign of a loss.
 */
final class LostMessages {

    private static final Logger log = LoggerFactory.getLogger(LostMessages.class);
    private static final int BATCH = 200;

    private final LostTasks tasks;
    private final PublisherLink link;
    private final TaskPublisher publisher;
    private final PublishProperties settings;
    private final Looks looks;

    LostMessages(LostTasks tasks, PublisherLink link, TaskPublisher publisher, PublishProperties settings) {
        this.tasks = tasks;
        this.link = link;
        this.publisher = publisher;
        this.settings = settings;
        this.looks = new Looks(settings.lostLookGap());
    }

    void pass() {
        Session session = link.usable();
        if (session == null) {
            return;
        }
        List<Suspicion> suspicions = tasks.suspicions(settings.lostAfter());
        looks.retain(suspicions.stream().map(Suspicion::route).collect(Collectors.toSet()));
        if (suspicions.isEmpty()) {
            return;
        }
        List<Suspicion> empty = new ArrayList<>();
        for (Suspicion suspicion : suspicions) {
            try {
                int ready = session.ready(suspicion.name());
                if (looks.provesLoss(suspicion.route(), ready, suspicion.free(), System.nanoTime())) {
                    empty.add(suspicion);
                }
            } catch (IOException e) {
                log.debug("no look at the queue of {}", suspicion.name(), e);
            }
        }
        Faults.at(FaultPoint.LOST_FOUND);
        sendAgain(suspicions, empty);
    }

    private void sendAgain(List<Suspicion> suspicions, List<Suspicion> empty) {
        int most;
        List<Leased> leased;
        do {
            most = Math.min(BATCH, publisher.budget());
            leased = tasks.lease(suspicions, empty, settings.lostAfter(), settings.lostOvertakenBy(), most);
            if (!leased.isEmpty()) {
                log.warn(
                        "the broker lost {} messages, sending them again: {} …",
                        leased.size(),
                        leased.get(0).key());
                Faults.at(FaultPoint.LOST_LEASED);
                publisher.publish(leased.stream().map(l -> new Order(l, true)).toList());
            }
        } while (most > 0 && leased.size() == most);
        empty.forEach(suspicion -> looks.forget(suspicion.route()));
    }
}
