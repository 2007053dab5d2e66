package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.FaultKind;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class EndsTest {

    private final MadeUp run = new MadeUp();

    @Test
    void finished_tasks_with_one_end_are_clean() {
        run.task().submit(0).succeeds("w1", 10, 500);
        run.task().submit(0).canceled(20);

        Says.clean(run.judgedBy(new Finished()));
    }

    @Test
    void an_accepted_task_that_the_database_lost_is_a_violation() {
        MadeUpTask task = run.task().heard(0, 5);
        task.stored = false;

        Says.violation(run.judgedBy(new Finished()), "the database does not have it");
    }

    @Test
    void an_accepted_task_that_never_ends_is_a_violation() {
        run.task().submit(0).grant(10).queued(11);

        Says.violation(run.judgedBy(new Finished()), "not finished: it is QUEUED");
    }

    @Test
    void two_final_transitions_are_a_violation() {
        run.task().submit(0).succeeds("w1", 10, 500).step(600, "CANCELED", "USER");

        Says.violation(run.judgedBy(new Finished()), "2 final transitions");
    }

    @Test
    void a_task_whose_submitter_heard_nothing_may_be_missing() {
        run.task().heard(0, null).stored = false;

        Says.clean(run.judgedBy(new Finished()));
    }

    @Test
    void a_success_that_no_run_completed_is_a_violation() {
        run.task().submit(0).runs("w1", 10, 300).end(310, "error").settled(320, "SUCCEEDED", "SUCCEEDED", null);

        Says.violation(run.judgedBy(new Succeeded()), "which no run completed");
    }

    @Test
    void a_success_of_another_attempt_than_the_one_that_completed_is_a_violation() {
        run.task()
                .submit(0)
                .runs("w1", 10, 300)
                .end(310, "success")
                .lost(5000)
                .runs("w2", 5100, 5300)
                .settled(5400, "SUCCEEDED", "SUCCEEDED", null);

        Says.violation(run.judgedBy(new Succeeded()), "SUCCEEDED by attempt 2");
    }

    @Test
    void a_success_stored_before_the_run_completed_is_a_violation() {
        run.task()
                .submit(0)
                .runs("w1", 10, 300)
                .settled(320, "SUCCEEDED", "SUCCEEDED", null)
                .end(330, "success");

        Says.violation(run.judgedBy(new Succeeded()), "which no run completed");
    }

    @Test
    void a_completed_success_is_clean() {
        run.task().submit(0).succeeds("w1", 10, 500);

        Says.clean(run.judgedBy(new Succeeded()));
        Says.clean(run.judgedBy(new AfterTheEnd()));
    }

    @Test
    void a_tick_after_the_end_is_a_violation() {
        run.task()
                .exclusive("a")
                .submit(0)
                .runs("w1", 10, 300)
                .settled(320, "FAILED", "FAILED", "ERROR")
                .ticks(350, 350);

        Says.violation(run.judgedBy(new AfterTheEnd()), "when its task was FAILED");
    }

    @Test
    void a_tick_after_the_end_within_the_tolerance_is_clean() {
        run.task()
                .exclusive("a")
                .submit(0)
                .runs("w1", 10, 300)
                .settled(320, "FAILED", "FAILED", "ERROR")
                .ticks(340, 340);

        Says.clean(run.judgedBy(new AfterTheEnd()));
    }

    @Test
    void a_frozen_process_may_tick_for_a_second_after_it_woke() {
        run.fault(FaultKind.SIGSTOP, "w1", 320, 9000);
        run.task()
                .exclusive("a")
                .submit(0)
                .runs("w1", 10, 300)
                .settled(5000, "LOST", "FAILED", "WORKER_LOST")
                .ticks(9001, 9901);

        Says.excused(run.judgedBy(new AfterTheEnd()), "SIGSTOP of w1");
    }

    @Test
    void a_frozen_process_may_not_tick_longer_than_that() {
        run.fault(FaultKind.SIGSTOP, "w1", 320, 9000);
        run.task()
                .exclusive("a")
                .submit(0)
                .runs("w1", 10, 300)
                .settled(5000, "LOST", "FAILED", "WORKER_LOST")
                .ticks(9001, 10_101);

        Says.violation(run.judgedBy(new AfterTheEnd()), "when its task was FAILED");
    }

    @Test
    void code_that_holds_nothing_and_ignores_interrupts_as_planned_may_run_on() {
        run.task().plan("stubborn").submit(0).runs("w1", 10, 900).settled(500, "TIMED_OUT", "FAILED", "TIMEOUT");

        Says.excused(run.judgedBy(new AfterTheEnd()), "as planned");
    }

    @Test
    void stubborn_code_that_holds_a_resource_may_not() {
        run.task()
                .plan("stubborn")
                .exclusive("a")
                .submit(0)
                .runs("w1", 10, 900)
                .settled(500, "TIMED_OUT", "FAILED", "TIMEOUT");

        Says.violation(run.judgedBy(new AfterTheEnd()), "when its task was FAILED");
    }

    @Test
    void a_cancel_answered_as_final_is_clean_when_nothing_runs_afterwards() {
        MadeUpTask task = run.task().submit(0).canceled(20);
        run.cancel(task, 25, "CANCELED");

        Says.clean(run.judgedBy(new Canceled()));
    }

    @Test
    void a_run_after_a_cancel_was_answered_as_final_is_a_violation() {
        MadeUpTask task = run.task().exclusive("a").submit(0).runs("w1", 10, 300);
        run.cancel(task, 200, "CANCELED");
        task.settled(310, "CANCELED", "CANCELED", "USER");

        Says.violation(run.judgedBy(new Canceled()), "the cancel had been answered");
    }

    @Test
    void a_cancel_answered_as_final_of_a_task_that_succeeds_later_is_a_violation() {
        MadeUpTask task = run.task().submit(0);
        run.cancel(task, 5, "CANCELED");
        task.step(20, "SUCCEEDED", null);

        Says.violation(run.judgedBy(new Canceled()), "ended as SUCCEEDED");
    }

    @Test
    void a_cancel_that_hit_a_running_task_promises_nothing_yet() {
        MadeUpTask task = run.task().exclusive("a").submit(0).runs("w1", 10, 300);
        run.cancel(task, 150, "CANCELING");
        task.step(148, "CANCELING", "USER").settled(310, "CANCELED", "CANCELED", "USER");

        Says.clean(run.judgedBy(new Canceled()));
    }

    @Test
    void repeats_of_one_key_that_name_one_task_are_clean() {
        MadeUpTask task = run.task();
        task.key = "k";
        task.submit(0).heard(100, 105).canceled(200);

        Says.clean(run.judgedBy(new SameTask()));
    }

    @Test
    void repeats_of_one_key_that_name_two_tasks_are_a_violation() {
        MadeUpTask one = run.task();
        one.key = "k";
        one.submit(0);
        MadeUpTask two = run.task();
        two.key = "k";
        two.submit(10);

        Says.violation(run.judgedBy(new SameTask()), "key k named");
    }

    @Test
    void the_tasks_of_one_batch_share_its_key() {
        List<MadeUpTask> batch = List.of(run.task(), run.task());
        for (int call = 0; call < 2; call++) {
            for (MadeUpTask task : batch) {
                task.key = "k";
                task.heard(call * 100L, call * 100L + 5);
            }
        }
        batch.forEach(task -> task.entersLine(2).canceled(50));

        Says.clean(run.judgedBy(new SameTask()));
    }

    @Test
    void a_repeated_batch_that_names_another_task_is_a_violation() {
        List<MadeUpTask> batch = List.of(run.task(), run.task());
        for (MadeUpTask task : batch) {
            task.key = "k";
            task.heard(0, 5);
        }
        batch.get(0).heard(100, 105);
        MadeUpTask other = run.task();
        other.key = "k";
        other.heard(100, 105);

        Says.violation(run.judgedBy(new SameTask()), "key k named");
    }

    @Test
    void a_task_that_nobody_asked_for_is_a_violation() {
        run.task().entersLine(2).canceled(5);

        Says.violation(run.judgedBy(new SameTask()), "more tasks than calls");
    }

    @Test
    void a_task_from_a_call_without_an_answer_is_clean() {
        run.task().heard(0, null).entersLine(2).canceled(5);

        Says.clean(run.judgedBy(new SameTask()));
    }

    @Test
    void a_reservation_that_is_left_is_a_violation() {
        run.reservations.add(new ReservationRow(new UUID(1, 2), "a"));

        Says.violation(run.judgedBy(new LeftOver()), "still reserved");
    }

    @Test
    void no_reservation_left_is_clean() {
        Says.clean(run.judgedBy(new LeftOver()));
    }
}
