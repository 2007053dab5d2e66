package dev.holdfast.dispatcher.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.holdfast.backing.Backing;
import dev.holdfast.backing.Broker;
import dev.holdfast.store.grant.Granted;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PublishIT {

    private static final Duration SOON = Duration.ofSeconds(10);

    private final Broker broker = Backing.broker();
    private final PublishRig rig = new PublishRig(Backing.database().dataSource(), broker, PublishRig.settings());

    @AfterEach
    void stop() {
        rig.close();
        broker.close();
    }

    @Test
    void what_was_granted_reaches_the_broker_in_order_and_is_marked_queued() throws Exception {
        rig.rows.worker("w1", Duration.ofMinutes(5));
        rig.line.start();
        await().atMost(SOON).until(() -> rig.taskPublisher.budget() > 0);
        List<AttemptKey> keys = new ArrayList<>();
        List<Granted> granted = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            granted.add(rig.ready(rig.rows.draft().exclusive("r" + i).waiting(), Duration.ofMinutes(1)));
            keys.add(granted.get(i).key());
        }

        rig.grantedTasks.granted(granted);

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(keys)
                        .allSatisfy(
                                key -> assertThat(rig.rows.state(key.task())).isEqualTo("QUEUED")));
        assertThat(rig.messages()).isEqualTo(keys);
        assertThat(rig.rows.history(keys.get(0).task())).containsExactly(">WAITING", "READY>QUEUED");
        assertThat(rig.marks.underWay()).isZero();
        assertThat(rig.republished()).isZero();
    }

    @Test
    void a_row_whose_publisher_died_between_publish_and_mark_is_published_again_as_the_same_attempt() throws Exception {
        rig.rows.worker("w1", Duration.ofMinutes(5));
        TaskId id = rig.rows.draft().waiting();
        Granted granted = rig.ready(id, Duration.ofMillis(700));
        rig.line.start();

        await().atMost(SOON).until(() -> rig.rows.state(id).equals("QUEUED"));

        assertThat(rig.messages()).containsExactly(granted.key());
        assertThat(granted.key().number()).isEqualTo(1);
    }
}
