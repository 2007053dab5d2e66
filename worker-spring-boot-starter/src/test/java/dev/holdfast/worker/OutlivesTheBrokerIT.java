package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Broker;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.verification.Answers;
import dev.holdfast.worker.autoconfigure.Worker;
import dev.holdfast.worker.rig.Rig;
import dev.holdfast.worker.rig.Rig.Options;
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
}
