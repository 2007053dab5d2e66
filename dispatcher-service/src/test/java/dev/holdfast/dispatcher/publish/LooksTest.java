package dev.holdfast.dispatcher.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LooksTest {

    private static final long SECOND = 1_000_000_000L;

    private final Looks looks = new Looks(Duration.ofSeconds(5));

    @Test
    void two_looks_a_gap_apart_at_an_empty_queue_beside_a_free_slot_prove_a_loss() {
        assertThat(looks.provesLoss(1, 0, true, 0)).isFalse();
        assertThat(looks.provesLoss(1, 0, true, 4 * SECOND)).isFalse();
        assertThat(looks.provesLoss(1, 0, true, 5 * SECOND)).isTrue();
    }

    @Test
    void a_message_seen_between_begins_the_proof_anew() {
        looks.provesLoss(1, 0, true, 0);
        looks.provesLoss(1, 3, true, 2 * SECOND);
        assertThat(looks.provesLoss(1, 0, true, 6 * SECOND)).isFalse();
        assertThat(looks.provesLoss(1, 0, true, 11 * SECOND)).isTrue();
    }

    @Test
    void busy_slots_prove_nothing() {
        for (int second = 0; second < 100; second++) {
            assertThat(looks.provesLoss(1, 0, false, second * SECOND)).isFalse();
        }
        assertThat(looks.provesLoss(1, 0, true, 100 * SECOND)).isFalse();
    }

    @Test
    void an_old_look_is_no_witness() {
        looks.provesLoss(1, 0, true, 0);
        assertThat(looks.provesLoss(1, 0, true, 16 * SECOND)).isFalse();
    }

    @Test
    void routes_are_judged_apart_and_forgotten_when_nothing_is_suspected() {
        looks.provesLoss(1, 0, true, 0);
        looks.provesLoss(2, 0, true, 0);
        looks.retain(Set.of(2));
        assertThat(looks.provesLoss(1, 0, true, 5 * SECOND)).isFalse();
        assertThat(looks.provesLoss(2, 0, true, 5 * SECOND)).isTrue();
        looks.forget(2);
        assertThat(looks.provesLoss(2, 0, true, 6 * SECOND)).isFalse();
    }
}
