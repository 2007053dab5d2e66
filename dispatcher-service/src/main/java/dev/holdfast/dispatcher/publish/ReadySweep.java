package dev.holdfast.dispatcher.publish;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import dev.holdfast.store.publish.Leased;
import dev.holdfast.store.publish.Leases;
import java.util.List;

/** Picks up READY rows that nobody is publishing: their dispatcher died, or gave them back. */
final class ReadySweep {

    private static final int BATCH = 200;

    private final Leases leases;
    private final TaskPublisher publisher;

    ReadySweep(Leases leases, TaskPublisher publisher) {
        this.leases = leases;
        this.publisher = publisher;
    }

    void pass() {
        int most;
        List<Leased> leased;
        do {
            most = Math.min(BATCH, publisher.budget());
            leased = leases.leaseReady(most);
            if (!leased.isEmpty()) {
                Faults.at(FaultPoint.PUBLISH_LEASED);
            }
            publisher.publish(leased.stream().map(l -> new Order(l, false)).toList());
        } while (most > 0 && leased.size() == most);
    }
}
