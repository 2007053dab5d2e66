package dev.holdfast.chaos.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LegalHistoryTest {

    private final MadeUp run = new MadeUp();

    @Test
    void every_way_through_the_table_is_clean() {
        run.task().submit(0).succeeds("w1", 10, 500);
        run.task().submitDelayed(0, 100).entersLine(110).grant(120).queued(130).canceled(140);
        run.task().submit(0).step(10, "FAILED", "EXPIRED");
        run.task()
                .submit(0)
                .grant(10)
                .step(11, "WAITING", "ROUTE_GONE")
                .runs("w1", 20, 300)
                .lost(4000)
                .canceled(4001);
        run.task()
                .submit(0)
                .runs("w1", 20, 300)
                .step(310, "CANCELING", "USER")
                .settled(320, "CANCELED", "CANCELED", "USER");

        Says.clean(run.judgedBy(new LegalHistory()));
    }

    @Test
    void a_step_that_the_table_does_not_have_is_a_violation() {
        run.task().submit(0).step(10, "QUEUED", null);

        Says.violation(run.judgedBy(new LegalHistory()), "no such step");
    }

    @Test
    void a_step_after_the_end_is_a_violation() {
        run.task().submit(0).canceled(10).step(20, "WAITING", null);

        Says.violation(run.judgedBy(new LegalHistory()), "no such step");
    }

    @Test
    void a_gap_in_the_versions_is_a_violation() {
        MadeUpTask task = run.task().submit(0);
        task.version++;
        task.grant(10);

        Says.violation(run.judgedBy(new LegalHistory()), "version 2 is missing");
    }

    @Test
    void a_step_from_a_state_that_the_task_was_not_in_is_a_violation() {
        MadeUpTask task = run.task().submit(0).grant(10);
        run.history.add(new Transition(task.id, 3, MadeUp.micros(20), "QUEUED", "RUNNING", 1, "test", null));

        Says.violation(run.judgedBy(new LegalHistory()), "the task was READY");
    }

    @Test
    void a_loss_that_looks_like_somebodys_cancel_is_a_violation() {
        run.task().submit(0).runs("w1", 10, 300).settled(400, "LOST", "FAILED", "USER");

        Says.violation(run.judgedBy(new LegalHistory()), "reason USER does not fit");
    }

    @Test
    void an_attempt_number_used_twice_is_a_violation() {
        MadeUpTask task = run.task().submit(0).grant(10).step(11, "WAITING", "ROUTE_GONE");
        task.attempt--;
        task.grant(20);

        Says.violation(run.judgedBy(new LegalHistory()), "attempt 1 instead of 2");
    }

    @Test
    void a_step_earlier_than_the_one_before_is_a_violation() {
        run.task().submit(100).grant(50);

        Says.violation(run.judgedBy(new LegalHistory()), "earlier than the step before");
    }

    @Test
    void a_claimed_attempt_without_a_record_is_a_violation() {
        run.task().submit(0).runs("w1", 10, 300).step(400, "FAILED", "ERROR");

        Says.violation(run.judgedBy(new LegalHistory()), "claimed were the attempts [1], recorded are []");
    }

    @Test
    void a_task_without_a_history_is_a_violation() {
        MadeUpTask task = run.task().submit(0);
        run.history.clear();

        Verdict verdict = run.judgedBy(new LegalHistory());

        Says.violation(verdict, "no history");
        assertThat(verdict.violations().get(0).tasks()).containsExactly(task.id);
    }
}
