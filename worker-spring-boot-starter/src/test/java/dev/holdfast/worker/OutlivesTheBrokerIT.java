package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Broker;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.verification.Answers;
import dev.holdfast.worker.autoconfigure.Worker;
import dev.holdfast.worker.rig.Rig;
import dev.holdfast.worker.rig.Rig.Options;
import dev.holdfast.worker.rig.Wire;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OutlivesTheBrokerIT {

    @Test
    @Answers("O5")
    void a_killed_and_wiped_broker_costs_no_running_attempt_and_is_consumed_from_again() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        AtomicInteger ran = new AtomicInteger();
        try (Broker broker = Backing.ownBroker();
                Rig rig = new Rig(broker)) {
            Worker worker = rig.start(
                    new Options(), Rig.handler("echo", (input, task) -> null), Rig.handler("gate", (input, task) -> {
                        ran.incrementAndGet();
                        open.await();
                        return null;
                    }));
            AttemptKey running = rig.publish(rig.rows.draft().type("gate").queued());
            rig.await(running.task(), "RUNNING");
            broker.kill();
            Rig.eventually(() -> assertThat(worker.broker().isConnected()).isFalse());
            broker.wipe();
            broker.start();
            Rig.eventually(() -> assertThat(worker.broker().unserved()).isEmpty());
            AttemptKey next = rig.publish(rig.rows.draft().queued());
            rig.await(next.task(), "SUCCEEDED");
            open.countDown();
            rig.await(running.task(), "SUCCEEDED");
            assertThat(ran.get()).isEqualTo(1);
        }
    }

    @Test
    @Answers("O5")
    void a_line_that_falls_silent_or_breaks_again_and_again_is_consumed_from_again() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        AtomicInteger ran = new AtomicInteger();
        try (Rig rig = new Rig();
                Wire wire = new Wire(rig.broker.host(), rig.broker.port())) {
            Worker worker = rig.start(
                    new Options().brokerPort(wire.port()),
                    Rig.handler("echo", (input, task) -> null),
                    Rig.handler("gate", (input, task) -> {
                        ran.incrementAndGet();
                        open.await();
                        return null;
                    }));
            AttemptKey running = rig.publish(rig.rows.draft().type("gate").queued());
            rig.await(running.task(), "RUNNING");

            // Nothing comes, and nobody says so.
            wire.cut();
            Rig.eventually(() -> assertThat(worker.broker().isConnected()).isFalse());
            AttemptKey meanwhile = rig.publish(rig.rows.draft().queued());
            wire.mend();
            rig.await(meanwhile.task(), "SUCCEEDED");
            for (int i = 0; i < 3; i++) {
                wire.mend();
                AttemptKey next = rig.publish(rig.rows.draft().queued());
                if (i == 2) {
                    rig.await(next.task(), "SUCCEEDED");
                }
            }
            Rig.eventually(() -> assertThat(rig.ready("echo")).isZero());
            Rig.eventually(() -> assertThat(rig.consumers("echo")).isEqualTo(1));
            // A copy of what runs is recognized.
            rig.publish(running);
            Rig.eventually(() -> assertThat(rig.ready("gate")).isZero());
            open.countDown();
            rig.await(running.task(), "SUCCEEDED");
            assertThat(ran).hasValue(1);
        }
    }
}
