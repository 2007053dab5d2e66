package dev.holdfast.quickstart.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DemoPlanTest {

    @Test
    void the_same_seed_gives_the_same_plan_and_another_seed_another() {
        assertThat(DemoPlan.of(7)).isEqualTo(DemoPlan.of(7)).isNotEqualTo(DemoPlan.of(8));
    }

    @Test
    void whatever_the_seed_the_input_is_large_and_somebody_waits_behind_the_crash() {
        LongStream.range(-50, 50).mapToObj(DemoPlan::of).forEach(plan -> {
            assertThat(plan.repositories()).hasSize(2).allSatisfy(repository -> {
                assertThat(repository.bytes()).isBetween(99_000_000L, 100_000_000L);
                assertThat(repository.files()).hasSizeGreaterThan(200);
                assertThat(repository.files()).allMatch(file -> file.bytes() > 0);
                assertThat(repository.files().stream()
                                .map(DemoPlan.FilePlan::path)
                                .distinct())
                        .hasSameSizeAs(repository.files());
            });
            assertThat(plan.kill().round()).isLessThan(DemoPlan.SYNCS - 1);
        });
    }
}
