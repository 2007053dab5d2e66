package dev.holdfast.worker.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PrefetchTest {

    private final Prefetch prefetch = new Prefetch();

    @Test
    void the_last_slots_ack_must_follow_the_cancel() {
        int epoch = prefetch.began(Prefetch.toBegin(1));
        prefetch.delivered(epoch);
        assertThat(prefetch.answerWouldExceed(epoch, 0)).isTrue();
        prefetch.canceled();
        assertThat(prefetch.answerWouldExceed(epoch, 0)).isFalse();
        prefetch.answered(epoch);
        assertThat(prefetch.unacked()).isZero();
    }

    @Test
    void an_ack_that_leaves_room_for_a_free_slot_needs_no_cancel() {
        int epoch = prefetch.began(Prefetch.toBegin(4));
        prefetch.delivered(epoch);
        assertThat(prefetch.answerWouldExceed(epoch, 3)).isFalse();
    }

    @Test
    void slots_that_went_to_another_route_make_the_consumer_too_large() {
        prefetch.began(Prefetch.toBegin(8));
        assertThat(prefetch.exceeds(4)).isFalse();
        assertThat(prefetch.exceeds(3)).isTrue();
    }

    @Test
    void what_an_earlier_consumer_owes_takes_no_room_from_the_next() {
        int first = prefetch.began(2);
        prefetch.delivered(first);
        prefetch.canceled();
        prefetch.began(2);
        assertThat(prefetch.mayStillCome()).isEqualTo(2);
        assertThat(prefetch.answerWouldExceed(first, 2)).isFalse();
        prefetch.answered(first);
        assertThat(prefetch.mayStillCome()).isEqualTo(2);
        assertThat(prefetch.unacked()).isZero();
    }

    @Test
    void nothing_begins_without_a_slot() {
        assertThat(Prefetch.toBegin(0)).isZero();
        assertThat(Prefetch.toBegin(1)).isEqualTo(1);
        assertThat(Prefetch.toBegin(1000)).isEqualTo(Prefetch.MAX);
    }

    /** The receiver's rules against a broker that always sends all it may: of one route no delivery finds no slot. */
    @Test
    void a_single_route_never_gets_more_than_it_has_slots_for() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            int slots = 1 + random.nextInt(12);
            Prefetch one = new Prefetch();
            int busy = 0;
            int epoch = 0;
            List<Integer> unacked = new ArrayList<>();
            for (int step = 0; step < 200; step++) {
                if (!one.isConsuming() && busy < slots) {
                    epoch = one.began(Prefetch.toBegin(slots - busy));
                }
                while (one.mayStillCome() > 0) {
                    one.delivered(epoch);
                    unacked.add(epoch);
                    busy++;
                    assertThat(busy).isLessThanOrEqualTo(slots);
                }
                if (!unacked.isEmpty() && random.nextBoolean()) {
                    int mine = unacked.remove(random.nextInt(unacked.size()));
                    if (one.answerWouldExceed(mine, slots - busy)) {
                        one.canceled();
                    }
                    one.answered(mine);
                }
                if (busy > unacked.size() && random.nextInt(3) == 0) {
                    busy--;
                }
            }
        }
    }
}
