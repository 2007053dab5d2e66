package dev.holdfast.worker.finish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.store.settle.AttemptEnd;
import dev.holdfast.task.AttemptKey;
import dev.holdfast.task.TaskId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeptTest {

    private final Incarnation incarnation = Incarnation.next();

    @Test
    void what_was_not_answered_stays_oldest_first() throws Exception {
        Kept kept = new Kept(1_000_000);
        Ending first = ending("a", 0);
        Ending second = ending("b", 1);
        kept.add(first);
        kept.add(second);
        assertThat(kept.oldest(1)).containsExactly(first);
        assertThat(kept.oldest(9)).containsExactly(first, second);
        kept.answered(List.of(first));
        assertThat(kept.oldest(9)).containsExactly(second);
    }

    @Test
    void whoever_adds_beyond_the_bound_waits_until_there_is_room() throws Exception {
        Ending big = ending("x".repeat(1000), 0);
        Kept kept = new Kept(big.bytes() + 100);
        kept.add(big);
        Thread adder = new Thread(() -> {
            try {
                kept.add(ending("y".repeat(1000), 0));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        adder.start();
        adder.join(200);
        assertThat(kept.size()).isEqualTo(1);
        kept.answered(List.of(big));
        adder.join(5000);
        assertThat(kept.size()).isEqualTo(1);
    }

    @Test
    void one_result_larger_than_the_bound_does_not_wait_for_ever() throws Exception {
        Kept kept = new Kept(10);
        kept.add(ending("x".repeat(1000), 0));
        assertThat(kept.size()).isEqualTo(1);
    }

    @Test
    void after_a_day_a_result_matters_to_nobody() throws Exception {
        Kept kept = new Kept(1_000_000);
        Ending old = ending("a", 0);
        kept.add(old);
        assertThat(kept.expire(Duration.ofHours(24).toNanos())).isEmpty();
        assertThat(kept.expire(Duration.ofHours(24).toNanos() + 1)).containsExactly(old);
        assertThat(kept.size()).isZero();
    }

    private Ending ending(String result, long at) {
        return new Ending(incarnation, AttemptEnd.succeeded(new AttemptKey(TaskId.next(), 1), result), at);
    }
}
