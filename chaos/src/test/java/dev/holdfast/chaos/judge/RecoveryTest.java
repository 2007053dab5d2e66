package dev.holdfast.chaos.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.chaos.record.FaultKind;
import dev.holdfast.chaos.record.ProcessLife;
import org.junit.jupiter.api.Test;

class RecoveryTest {

    private final MadeUp run = new MadeUp();

    @Test
    void a_lost_attempt_back_in_line_within_the_bound_is_clean_and_counted() {
        run.kill("w1", 1000);
        run.task().exclusive("a").submit(0).runs("w1", 10, 900).lost(5900).succeeds("w2", 5950, 7000);

        Verdict verdict = run.judgedBy(new Recovery());

        Says.clean(verdict);
        assertThat(verdict.rows().get(0).looked()).isOne();
        assertThat(verdict.rows().get(0).note())
                .contains("back in line 4.90 / 4.90 / 4.90 s")
                .contains("next start 4.96 / 4.96 / 4.96 s");
    }

    @Test
    void a_lost_attempt_that_takes_longer_is_a_violation() {
        run.kill("w1", 1000);
        run.task().exclusive("a").submit(0).runs("w1", 10, 900).lost(6600).succeeds("w2", 6650, 7000);

        Says.violation(run.judgedBy(new Recovery()), "was settled 5.600 s after #1 SIGKILL");
    }

    @Test
    void the_bound_counts_from_when_the_reapers_were_up_again() {
        run.kill("w1", 1000);
        run.fault(FaultKind.REAPERS_DOWN, null, 500, 8000);
        run.task().exclusive("a").submit(0).runs("w1", 10, 900).lost(12_900).succeeds("w2", 12_950, 14_000);

        Says.clean(run.judgedBy(new Recovery()));
    }

    @Test
    void a_fault_on_another_worker_does_not_lengthen_it() {
        run.kill("w1", 1000);
        run.fault(FaultKind.SIGSTOP, "w2", 4000, 8000);
        run.task().exclusive("a").submit(0).runs("w1", 10, 900).lost(12_900).succeeds("w2", 12_950, 14_000);

        Says.violation(run.judgedBy(new Recovery()), "was settled 11.900 s after #1 SIGKILL");
    }

    @Test
    void a_worker_that_stays_frozen_must_be_settled_within_the_bound() {
        run.fault(FaultKind.SIGSTOP, "w1", 1000, 20_000);
        run.task().exclusive("a").submit(0).runs("w1", 10, 900).lost(6600).succeeds("w2", 6650, 7000);

        Says.violation(run.judgedBy(new Recovery()), "was settled 5.600 s after #1 SIGSTOP");
    }

    @Test
    void a_worker_that_woke_in_between_may_have_renewed_its_lease() {
        run.fault(FaultKind.SIGSTOP, "w1", 1000, 2000);
        run.fault(FaultKind.HANG, "w1", 3000, 20_000);
        run.task().exclusive("a").submit(0).runs("w1", 10, 900).lost(7900).succeeds("w2", 7950, 8000);

        Says.clean(run.judgedBy(new Recovery()));
    }

    @Test
    void a_second_reaper_that_watched_all_the_time_leaves_no_excuse() {
        run.process("r2", ProcessLife.REAPER, 3, -60_000, null, null);
        run.kill("w1", 1000);
        run.fault(FaultKind.SIGSTOP, "r1", 500, 8000);
        run.task().exclusive("a").submit(0).runs("w1", 10, 900).lost(12_900).succeeds("w2", 12_950, 14_000);

        Says.violation(run.judgedBy(new Recovery()), "was settled 11.900 s after #1 SIGKILL");
    }

    @Test
    void two_reapers_of_which_none_watched_long_enough_are_an_excuse() {
        run.process("r2", ProcessLife.REAPER, 3, -60_000, null, null);
        run.kill("w1", 1000);
        run.fault(FaultKind.SIGSTOP, "r1", 500, 3000);
        run.fault(FaultKind.SIGSTOP, "r2", 3500, 4000);
        run.task().exclusive("a").submit(0).runs("w1", 10, 900).lost(7900).succeeds("w2", 7950, 8000);

        Says.clean(run.judgedBy(new Recovery()));
    }

    @Test
    void a_start_long_after_the_grant_without_a_fault_is_a_violation() {
        run.kill("w1", 1000);
        run.task()
                .exclusive("a")
                .submit(0)
                .runs("w1", 10, 900)
                .lost(5900)
                .grant(20_000)
                .claim("w2", 21_200)
                .start(21_210);

        Says.violation(run.judgedBy(new Recovery()), "started only 1.210 s later");
    }

    @Test
    void a_suspect_may_wait_while_every_worker_runs_one() {
        suspectStarts(7000, "w1", "w2");

        Says.clean(run.judgedBy(new Recovery()));
    }

    @Test
    void the_message_of_a_suspect_may_come_to_workers_that_run_one_for_some_seconds() {
        suspectStarts(4900, "w1");

        Says.clean(run.judgedBy(new Recovery()));
    }

    @Test
    void a_suspect_may_not_wait_longer_while_a_worker_runs_none() {
        suspectStarts(5100, "w1");

        Says.violation(run.judgedBy(new Recovery()), "started only 5.110 s later");
    }

    @Test
    void a_suspect_may_not_wait_while_no_worker_runs_one() {
        suspectStarts(1100);

        Says.violation(run.judgedBy(new Recovery()), "started only 1.110 s later");
    }

    /** So many milliseconds after its grant, and meanwhile these workers run another suspect. */
    private void suspectStarts(long after, String... workers) {
        run.kill("w1", 1000);
        for (String worker : workers) {
            run.task().submit(0).runs("w1", 10, 900).lost(5900).succeeds(worker, 19_900, 19_900 + after);
        }
        run.task()
                .exclusive("a")
                .submit(0)
                .runs("w1", 10, 900)
                .lost(5900)
                .grant(20_000)
                .claim("w2", 20_000 + after)
                .start(20_010 + after);
    }

    @Test
    void a_repetition_after_a_fault_or_a_planned_failure_is_clean() {
        run.kill("w1", 1000);
        run.task().submit(0).runs("w1", 10, 900).lost(5900).succeeds("w2", 5950, 7000);
        run.task()
                .plan("fail 1")
                .submit(0)
                .runs("w2", 10, 900)
                .end(910, "error")
                .settled(920, "FAILED", "SCHEDULED", "ERROR")
                .entersLine(1500)
                .succeeds("w2", 1510, 1600);

        Says.clean(run.judgedBy(new Repeated()));
    }

    @Test
    void a_loss_that_no_fault_explains_is_a_violation() {
        run.task().submit(0).runs("w1", 10, 900).lost(5900).succeeds("w2", 5950, 7000);

        Says.violation(run.judgedBy(new Repeated()), "ended as LOST");
    }

    @Test
    void a_fault_on_another_process_explains_nothing() {
        run.kill("w2", 1000);
        run.task().submit(0).runs("w1", 10, 900).lost(5900);

        Says.violation(run.judgedBy(new Repeated()), "ended as LOST");
    }

    @Test
    void nor_does_one_of_which_only_the_name_is_known() {
        run.pids.remove("w2");
        run.fault(FaultKind.HANG, "w2", 1000, 9000);
        run.task().submit(0).runs("w1", 10, 900).lost(5900);

        Says.violation(run.judgedBy(new Repeated()), "ended as LOST");
    }

    @Test
    void a_timeout_that_was_not_planned_is_a_violation() {
        run.task().submit(0).runs("w1", 10, 900).settled(920, "TIMED_OUT", "FAILED", "TIMEOUT");

        Says.violation(run.judgedBy(new Repeated()), "ended as TIMED_OUT");
    }

    @Test
    void the_neighbours_of_a_task_that_kills_its_process_are_explained() {
        run.dies("w1", 1000, "exited");
        run.task().plan("die").submit(0).runs("w1", 10, 900).lost(5900).canceled(5901);
        run.task().submit(0).runs("w1", 10, 900).lost(5900).succeeds("w2", 5950, 7000);

        Says.clean(run.judgedBy(new Repeated()));
    }

    @Test
    void a_process_that_ended_without_such_a_task_explains_nothing() {
        run.dies("w1", 1000, "exited");
        run.task().submit(0).runs("w1", 10, 900).lost(5900).succeeds("w2", 5950, 7000);

        Says.violation(run.judgedBy(new Repeated()), "ended as LOST");
    }

    @Test
    void more_losses_than_allowed_are_a_violation() {
        run.fault(FaultKind.SIGSTOP, "w1", 0, 900_000);
        MadeUpTask task = run.task().plan("die").submit(0);
        for (int i = 0; i < 4; i++) {
            task.runs("w1", 1000 + i * 5000, 1500 + i * 5000).lost(2000 + i * 5000);
        }

        Says.violation(run.judgedBy(new Repeated()), "4 losses of 3");
    }
}
