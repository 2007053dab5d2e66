package dev.holdfast.reaper.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Incarnation;
import dev.holdfast.reaper.detect.Observations.Seen;
import dev.holdfast.verification.Answers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ObservationsTest {

    private static final Duration TTL = Duration.ofSeconds(10);
    private static final Duration HALF_PASS = Duration.ofMillis(500);

    private final Observations observations = new Observations(Duration.ofSeconds(2));
    private final Incarnation worker = Incarnation.next();
    private final Incarnation other = Incarnation.next();

    /** Just before an overflow: nanoTime promises neither sign nor origin. */
    private long now = Long.MAX_VALUE - Duration.ofSeconds(5).toNanos();

    @Test
    @Answers("P10")
    void a_counter_that_stood_still_for_a_whole_ttl_convicts() {
        assertThat(afterWatching(TTL.minusMillis(1), lapsed(worker, 7))).isEmpty();
        pass(Duration.ofMillis(1));
        assertThat(look(lapsed(worker, 7))).containsOnly(worker);
    }

    @Test
    void a_lease_that_is_valid_by_the_database_convicts_nobody() {
        assertThat(afterWatching(TTL.multipliedBy(3), valid(worker, 7))).isEmpty();
        assertThat(look(lapsed(worker, 7))).containsOnly(worker);
    }

    @Test
    void a_change_of_the_counter_begins_the_observation_anew() {
        afterWatching(TTL.minusMillis(1), lapsed(worker, 7));

        assertThat(afterWatching(TTL.minusMillis(1), lapsed(worker, 8))).isEmpty();
    }

    @Test
    void a_counter_that_went_back_has_changed_too() {
        afterWatching(TTL.minusMillis(1), lapsed(worker, 7));

        assertThat(afterWatching(TTL.minusMillis(1), lapsed(worker, 6))).isEmpty();
    }

    @Test
    void the_first_look_of_a_reaper_convicts_nobody_however_old_the_heartbeat() {
        assertThat(look(lapsed(worker, 7))).isEmpty();
    }

    @Test
    void a_missed_look_begins_all_observations_anew() {
        afterWatching(TTL.minusMillis(500), lapsed(worker, 7), lapsed(other, 1));

        pass(Duration.ofMillis(2001));
        assertThat(afterWatching(TTL.minusMillis(1), lapsed(worker, 7), lapsed(other, 1)))
                .isEmpty();
        pass(Duration.ofMillis(1));
        assertThat(look(lapsed(worker, 7), lapsed(other, 1))).containsOnly(worker, other);
    }

    @Test
    void a_gap_of_just_the_limit_is_no_missed_look() {
        afterWatching(TTL.minusSeconds(1), lapsed(worker, 7));

        pass(Duration.ofSeconds(2));
        assertThat(look(lapsed(worker, 7))).containsOnly(worker);
    }

    @Test
    void a_look_whose_answer_took_too_long_was_a_gap_as_well() {
        afterWatching(TTL.minusMillis(500), lapsed(worker, 7));

        pass(HALF_PASS);
        long asked = now;
        pass(Duration.ofSeconds(2));
        assertThat(observations.look(asked, now, List.of(lapsed(worker, 7)))).isEmpty();
        assertThat(afterWatching(TTL.minusMillis(1), lapsed(worker, 7))).isEmpty();
    }

    /** The row is read somewhere between question and answer: a heartbeat may be as young as the answer that showed it. */
    @Test
    void the_standstill_counts_from_the_first_answer_to_the_last_question() {
        slowLook(Duration.ofMillis(900));
        long answered = now;
        while (now - answered < TTL.minusMillis(600).toNanos()) {
            pass(HALF_PASS);
            look(lapsed(worker, 7));
        }
        pass(TTL.minusNanos(now - answered).minusMillis(1));

        assertThat(slowLook(Duration.ofMillis(900))).isEmpty();
        assertThat(slowLook(Duration.ofMillis(1))).containsOnly(worker);
    }

    /** P17: while the database was away nobody could renew, and this reaper could not look. */
    @Test
    @Answers("P17")
    void an_outage_longer_than_the_ttl_convicts_no_worker_that_lived_through_it() {
        afterWatching(Duration.ofSeconds(5), valid(worker, 7));

        pass(TTL.multipliedBy(3));
        assertThat(look(lapsed(worker, 7))).isEmpty();
        pass(HALF_PASS);
        assertThat(afterWatching(TTL.minusMillis(1), valid(worker, 8))).isEmpty();
    }

    @Test
    void each_worker_has_its_own_ttl() {
        Seen shortLived = new Seen(worker, 7, Duration.ofSeconds(3), true);

        assertThat(afterWatching(Duration.ofSeconds(3), shortLived, lapsed(other, 1)))
                .containsOnly(worker);
    }

    @Test
    void a_worker_that_was_away_from_a_look_is_new_when_it_comes_back() {
        afterWatching(TTL.minusMillis(1), lapsed(worker, 7));
        look(lapsed(other, 1));
        pass(Duration.ofMillis(1));

        assertThat(look(lapsed(worker, 7))).isEmpty();
    }

    @Test
    void a_dead_worker_is_convicted_by_each_look_until_it_is_settled() {
        afterWatching(TTL, lapsed(worker, 7));

        pass(HALF_PASS);
        assertThat(look(lapsed(worker, 7))).containsOnly(worker);
        assertThat(look()).isEmpty();
        assertThat(observations.watched()).isEmpty();
    }

    /** The bound: ttl + 2 passes from the crash, with looks each half pass and the loop's jitter of 10 %. */
    @Test
    void wherever_the_crash_falls_between_two_looks_the_verdict_falls_within_the_bound() {
        Duration slowest = HALF_PASS.plus(HALF_PASS.dividedBy(10));
        for (long crash = 0; crash <= slowest.toMillis(); crash += 50) {
            Observations fresh = new Observations(Duration.ofSeconds(2));
            fresh.look(now, now, List.of(valid(worker, 6)));
            long crashed = now + Duration.ofMillis(crash).toNanos();
            boolean dead = false;
            while (!dead) {
                pass(slowest);
                long beat = now - crashed >= 0 ? 7 : 6;
                boolean lapsed = now - crashed >= TTL.toNanos();
                dead = !fresh.look(now, now, List.of(new Seen(worker, beat, TTL, lapsed)))
                        .isEmpty();
            }
            assertThat(Duration.ofNanos(now - crashed)).isBetween(TTL, TTL.plus(HALF_PASS.multipliedBy(4)));
        }
    }

    private Set<Incarnation> look(Seen... seen) {
        return observations.look(now, now, Arrays.asList(seen)).keySet();
    }

    private Set<Incarnation> slowLook(Duration answer) {
        long asked = now;
        pass(answer);
        return observations.look(asked, now, List.of(lapsed(worker, 7))).keySet();
    }

    /** Looks twice a pass for so long, first now and last at its very end. All that was convicted meanwhile. */
    private Set<Incarnation> afterWatching(Duration time, Seen... seen) {
        List<Incarnation> dead = new ArrayList<>(look(seen));
        long end = now + time.toNanos();
        while (end - now > 0) {
            pass(Duration.ofNanos(Math.min(HALF_PASS.toNanos(), end - now)));
            dead.addAll(look(seen));
        }
        return Set.copyOf(dead);
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private static Seen lapsed(Incarnation worker, long beat) {
        return new Seen(worker, beat, TTL, true);
    }

    private static Seen valid(Incarnation worker, long beat) {
        return new Seen(worker, beat, TTL, false);
    }
}
