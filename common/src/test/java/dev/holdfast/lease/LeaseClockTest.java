package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaseClockTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @Test
    void a_lease_counts_from_before_the_renewal_was_sent() {
        LeaseClock lease = new LeaseClock(Duration.ofSeconds(10), 0);

        lease.renewed(3 * SECOND);

        assertThat(lease.remaining(5 * SECOND)).isEqualTo(Duration.ofSeconds(8));
        assertThat(lease.remaining(14 * SECOND)).isEqualTo(Duration.ofSeconds(-1));
    }

    @Test
    void an_answer_that_comes_late_does_not_shorten_the_lease() {
        LeaseClock lease = new LeaseClock(Duration.ofSeconds(10), 0);

        lease.renewed(4 * SECOND);
        lease.renewed(2 * SECOND);

        assertThat(lease.remaining(4 * SECOND)).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void it_works_where_the_monotonic_clock_overflows() {
        LeaseClock lease = new LeaseClock(Duration.ofSeconds(10), Long.MAX_VALUE - SECOND);

        lease.renewed(Long.MAX_VALUE);

        assertThat(lease.remaining(Long.MAX_VALUE + SECOND)).isEqualTo(Duration.ofSeconds(9));
    }
}
