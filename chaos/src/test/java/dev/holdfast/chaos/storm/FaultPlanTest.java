package dev.holdfast.chaos.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.chaos.storm.Coverage.Sight;
import dev.holdfast.chaos.storm.FaultPlan.Step;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultPlanTest {

    @Test
    void one_seed_gives_one_plan_and_another_seed_another() {
        assertThat(FaultPlan.of(7, 10)).isEqualTo(FaultPlan.of(7, 10)).isNotEqualTo(FaultPlan.of(8, 10));
    }

    @Test
    void one_seed_gives_one_order_of_tasks() {
        assertThat(calls(7)).isEqualTo(calls(7)).isNotEqualTo(calls(8));
    }

    @Test
    void a_run_of_ten_minutes_plans_more_than_it_needs_and_forty_restarts_of_all() {
        Coverage coverage = new Coverage(10);
        FaultPlan plan = FaultPlan.of(1, 10);
        assertThat(times(plan, Deed.ZERO_GRACE_RESTART)).isEqualTo(40);
        assertThat(times(plan, Deed.WORKER_KILL)).isGreaterThan(coverage.needed(Sight.KILL_WITH_EXCLUSIVE));
        assertThat(times(plan, Deed.WORKER_FREEZE)).isGreaterThan(coverage.needed(Sight.FREEZE_BEYOND_TTL));
        assertThat(times(plan, Deed.BROKER_WIPE)).isGreaterThan(coverage.needed(Sight.WIPE_WITH_QUEUED));
        assertThat(times(plan, Deed.DATABASE_RESTART)).isGreaterThan(coverage.needed(Sight.DATABASE_RESTART));
        assertThat(times(plan, Deed.WORKER_HANG)).isGreaterThan(coverage.needed(Sight.BLACK_HOLE));
    }

    @Test
    void a_run_that_saw_too_little_of_one_thing_is_not_enough() {
        Coverage coverage = new Coverage(0.1);
        for (Sight sight : Sight.values()) {
            assertThat(coverage.isEnough()).isFalse();
            IntStream.range(0, coverage.needed(sight)).forEach(i -> coverage.saw(sight));
        }
        assertThat(coverage.isEnough()).isTrue();
    }

    private static List<Call> calls(long seed) {
        TaskPlan plan = new TaskPlan(seed);
        return Stream.generate(plan::next).limit(500).toList();
    }

    private static long times(FaultPlan plan, Deed deed) {
        return Stream.concat(plan.workers().stream(), plan.infrastructure().stream())
                .map(Step::deed)
                .filter(deed::equals)
                .count();
    }
}
