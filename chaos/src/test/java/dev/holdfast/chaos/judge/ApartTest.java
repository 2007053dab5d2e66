package dev.holdfast.chaos.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.chaos.record.FaultKind;
import dev.holdfast.chaos.record.RunLine;
import org.junit.jupiter.api.Test;

class ApartTest {

    private final MadeUp run = new MadeUp();

    @Test
    void exclusive_runs_one_after_the_other_and_shared_ones_together_are_clean() {
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 500);
        run.task().shared("a").submit(1).succeeds("w1", 510, 900);
        run.task().shared("a").submit(2).succeeds("w2", 520, 900);
        run.task().exclusive("b").submit(3).succeeds("w2", 10, 900);

        Says.clean(run.judgedBy(new Apart()));
        Says.clean(run.judgedBy(new HoldsApart()));
    }

    @Test
    void two_exclusive_runs_at_once_are_a_violation() {
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 500);
        run.task().exclusive("a").submit(1).succeeds("w2", 450, 900);

        Says.violation(run.judgedBy(new Apart()), "started at 0.462 s");
        Says.violation(run.judgedBy(new HoldsApart()), "was granted at 0.450 s");
    }

    @Test
    void a_shared_run_beside_an_exclusive_one_is_a_violation() {
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 500);
        run.task().shared("a").submit(1).succeeds("w2", 450, 900);

        Says.violation(run.judgedBy(new Apart()), "started at 0.462 s");
    }

    @Test
    void an_exclusive_run_beside_one_of_many_shared_is_a_violation() {
        run.task().shared("a").submit(0).succeeds("w1", 10, 2000);
        run.task().shared("a").submit(1).succeeds("w1", 20, 300);
        run.task().exclusive("a").submit(2).succeeds("w2", 1500, 1900);

        Says.violation(run.judgedBy(new Apart()), "started at 1.512 s");
    }

    @Test
    void overlap_on_any_of_several_resources_is_a_violation() {
        run.task().exclusive("a").exclusive("b").submit(0).succeeds("w1", 10, 500);
        run.task().exclusive("b").exclusive("c").submit(1).succeeds("w2", 450, 900);

        Verdict verdict = run.judgedBy(new Apart());

        Says.violation(verdict, "started at 0.462 s");
        assertThat(verdict.violations().get(0).resource()).isEqualTo("b");
    }

    @Test
    void the_next_start_before_a_process_was_killed_is_a_violation_though_no_line_shows_it() {
        run.task().exclusive("a").submit(0).runs("w1", 10, 400).lost(470);
        run.kill("w1", 490);
        run.task().exclusive("a").submit(1).succeeds("w2", 470, 900);

        Says.violation(run.judgedBy(new Apart()), "started at 0.482 s");
    }

    @Test
    void the_next_start_after_a_process_was_killed_is_clean() {
        run.task().exclusive("a").submit(0).runs("w1", 10, 400).lost(4700);
        run.kill("w1", 490);
        run.task().exclusive("a").submit(1).succeeds("w2", 4710, 4900);

        Says.clean(run.judgedBy(new Apart()));
    }

    @Test
    void a_frozen_process_that_woke_after_the_next_start_is_excused_for_a_second() {
        frozenUntil(9000).ticks(9001, 9901);

        Says.excused(run.judgedBy(new Apart()), "#1 SIGSTOP of w1");
    }

    @Test
    void a_frozen_process_that_goes_on_for_longer_is_a_violation() {
        frozenUntil(9000).ticks(9001, 10_101);

        Says.violation(run.judgedBy(new Apart()), "ran until 10.101 s");
    }

    @Test
    void a_frozen_process_whose_write_was_accepted_is_a_violation() {
        run.fault(FaultKind.SIGSTOP, "w1", 450, 9000);
        run.task()
                .exclusive("a")
                .submit(1)
                .runs("w1", 10, 400)
                .ticks(9001, 9101)
                .end(9200, RunLine.SUCCESS)
                .settled(9201, "SUCCEEDED", "SUCCEEDED", null);
        run.task().exclusive("a").submit(0).succeeds("w2", 4710, 4900);

        Says.violation(run.judgedBy(new Apart()), "ran until 9.200 s");
    }

    @Test
    void another_process_is_not_excused_by_the_freeze() {
        run.fault(FaultKind.SIGSTOP, "w2", 450, 9000);
        run.task().exclusive("a").submit(0).runs("w1", 10, 400).lost(4700).ticks(9001, 9101);
        run.task().exclusive("a").submit(1).succeeds("w2", 4710, 4900);

        Says.violation(run.judgedBy(new Apart()), "ran until 9.101 s");
    }

    @Test
    void a_process_that_is_cut_off_must_stop_before_it_is_healed() {
        run.fault(FaultKind.HANG, "w1", 450, 9000);
        run.task().exclusive("a").submit(0).runs("w1", 10, 5000).lost(4700);
        run.task().exclusive("a").submit(1).succeeds("w2", 4710, 5100);

        Says.violation(run.judgedBy(new Apart()), "started at 4.722 s");
    }

    @Test
    void what_is_excused_later_does_not_excuse_what_came_before() {
        run.fault(FaultKind.HANG, "w1", 450, 9000);
        run.task()
                .exclusive("a")
                .submit(0)
                .runs("w1", 10, 5000)
                .ticks(9001, 9101)
                .lost(9200);
        run.task().exclusive("a").submit(1).succeeds("w2", 4710, 5100);

        Says.violation(run.judgedBy(new Apart()), "started at 4.722 s");
    }

    @Test
    void a_claim_before_the_freeze_that_starts_after_it_woke_is_excused() {
        run.fault(FaultKind.SIGSTOP, "w1", 25, 9000);
        run.task().exclusive("a").submit(0).grant(10).claim("w1", 20).lost(4700).start(9001);
        // The handler wrote its start under the old attempt: it wakes in the middle of it.
        run.task().exclusive("a").submit(1).succeeds("w2", 4710, 4900);

        Says.excused(run.judgedBy(new Apart()), "#1 SIGSTOP of w1");
    }

    @Test
    void runs_of_one_claim_in_one_process_are_clean() {
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 500);

        Says.clean(run.judgedBy(new Claimed()));
    }

    @Test
    void one_attempt_in_two_processes_is_a_violation() {
        MadeUpTask task = run.task().submit(0).grant(10).claim("w1", 20).start(30);
        run.pids.put("w1", 99L);
        task.start(40);

        Says.violation(run.judgedBy(new Claimed()), "ran also as");
    }

    @Test
    void one_attempt_started_twice_is_a_violation() {
        run.task().submit(0).grant(10).claim("w1", 20).start(30).start(40);

        Says.violation(run.judgedBy(new Claimed()), "wrote 2 starts");
    }

    @Test
    void a_run_without_a_claim_before_it_is_a_violation() {
        run.task().submit(0).grant(10).start(15).claim("w1", 20);

        assertThat(run.judgedBy(new Claimed()).violations())
                .anySatisfy(v -> assertThat(v.what()).contains("without a claim before it"));
    }

    @Test
    void another_token_than_that_of_the_claim_is_a_violation() {
        MadeUpTask task = run.task().submit(0).runs("w1", 10, 300);
        run.nextToken();
        task.settled(301, "FAILED", "FAILED", "ERROR");
        run.attempts.replaceAll(a -> new AttemptRow(
                a.task(),
                a.number(),
                a.worker(),
                a.incarnation(),
                99,
                a.claimedAt(),
                a.endedAt(),
                a.outcome(),
                false,
                ""));

        Says.violation(run.judgedBy(new Claimed()), "its claim gave 99");
    }

    private MadeUpTask frozenUntil(long woken) {
        run.fault(FaultKind.SIGSTOP, "w1", 450, woken);
        MadeUpTask task =
                run.task().exclusive("a").submit(0).runs("w1", 10, 400).lost(4700);
        run.task().exclusive("a").submit(1).succeeds("w2", 4710, 4900);
        return task;
    }
}
