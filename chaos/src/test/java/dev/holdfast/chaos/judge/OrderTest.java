package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.FaultKind;
import org.junit.jupiter.api.Test;

class OrderTest {

    private final MadeUp run = new MadeUp();

    @Test
    void grants_in_the_order_of_the_line_are_clean() {
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 3000);
        run.task().exclusive("a").priority(9).submit(200).succeeds("w1", 3010, 4000);
        run.task().exclusive("a").submit(100).succeeds("w1", 4010, 5000);
        run.task().exclusive("b").submit(150).succeeds("w2", 160, 500);

        Says.clean(run.judgedBy(new PlaceOrder()));
        Says.clean(run.judgedBy(new ArrivalOrder()));
    }

    @Test
    void a_later_one_before_an_earlier_one_is_a_violation_by_place_and_by_arrival() {
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 3000);
        MadeUpTask earlier = run.task().exclusive("a").submit(100);
        run.task().exclusive("a").submit(200).succeeds("w1", 3010, 4000);
        earlier.succeeds("w1", 4010, 5000);

        Says.violation(run.judgedBy(new PlaceOrder()), "was granted at 3.010 s");
        Says.violation(run.judgedBy(new ArrivalOrder()), "was granted at 3.010 s");
    }

    @Test
    void a_later_shared_one_before_a_waiting_exclusive_one_is_a_violation() {
        run.task().shared("a").submit(0).succeeds("w1", 10, 3000);
        MadeUpTask exclusive = run.task().exclusive("a").submit(100);
        run.task().shared("a").submit(200).succeeds("w1", 1000, 2000);
        exclusive.succeeds("w1", 3010, 5000);

        Says.violation(run.judgedBy(new PlaceOrder()), "was granted at 1.000 s");
        Says.violation(run.judgedBy(new ArrivalOrder()), "was granted at 1.000 s");
    }

    @Test
    void a_lower_priority_before_a_higher_one_is_a_violation() {
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 3000);
        MadeUpTask low = run.task().exclusive("a").priority(1).submit(100);
        MadeUpTask high = run.task().exclusive("a").priority(8).submit(200);
        low.succeeds("w1", 3010, 4000);
        high.succeeds("w1", 4010, 5000);

        Says.violation(run.judgedBy(new PlaceOrder()), "urgency 8");
    }

    @Test
    void equal_places_do_not_hide_who_came_first() {
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 3000);
        MadeUpTask earlier = run.task().exclusive("a").submit(100);
        run.task().exclusive("a").submit(200).succeeds("w1", 3010, 4000);
        earlier.succeeds("w1", 4010, 5000);
        run.lines.replaceAll(l -> new LineRow(l.task(), l.at(), l.state(), l.parked(), l.urgency(), 1L));

        Says.clean(run.judgedBy(new PlaceOrder()));
        Says.violation(run.judgedBy(new ArrivalOrder()), "was granted at 3.010 s");
    }

    @Test
    void who_entered_the_line_just_before_the_grant_may_not_have_been_seen() {
        run.task().exclusive("a").priority(1).submit(0).succeeds("w1", 1000, 3000);
        run.task().exclusive("a").priority(8).submit(900).succeeds("w1", 3010, 4000);

        Says.clean(run.judgedBy(new PlaceOrder()));
    }

    @Test
    void who_was_parked_has_not_been_overtaken() {
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 3000);
        MadeUpTask parked = run.task().exclusive("a").submit(100).parked(200);
        run.task().exclusive("a").submit(1000).succeeds("w1", 3010, 4000);
        parked.unparked(3500).succeeds("w1", 4010, 5000);

        Says.clean(run.judgedBy(new PlaceOrder()));
    }

    @Test
    void who_had_no_worker_that_surely_lived_has_not_been_overtaken() {
        overtaking();
        run.fault(FaultKind.HANG, null, 500, 900);

        Says.clean(run.judgedBy(new ArrivalOrder()));
    }

    @Test
    void a_fault_on_one_of_two_workers_excuses_nothing() {
        overtaking();
        run.fault(FaultKind.SIGSTOP, "w1", 500, 900);

        Says.violation(run.judgedBy(new ArrivalOrder()), "was granted at 3.010 s");
    }

    @Test
    void who_was_submitted_before_the_answer_of_the_other_may_be_first() {
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 3000);
        MadeUpTask one = run.task().exclusive("a").submit(100);
        run.task().exclusive("a").submit(103).succeeds("w1", 3010, 4000);
        one.succeeds("w1", 4010, 5000);

        Says.clean(run.judgedBy(new ArrivalOrder()));
    }

    @Test
    void who_was_not_due_all_the_time_may_come_later() {
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 3000);
        MadeUpTask delayed = run.task().exclusive("a").submitDelayed(100, 1000).entersLine(1101);
        run.task().exclusive("a").submit(200).succeeds("w1", 3010, 4000);
        delayed.succeeds("w1", 4010, 5000);

        Says.clean(run.judgedBy(new ArrivalOrder()));
    }

    @Test
    void a_line_of_which_nothing_was_noted_is_a_violation() {
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 3000);
        run.lines.clear();

        Says.violation(run.judgedBy(new PlaceOrder()), "set the triggers");
    }

    private void overtaking() {
        run.task().exclusive("a").submit(0).succeeds("w2", 10, 3000);
        MadeUpTask earlier = run.task().exclusive("a").submit(100);
        run.task().exclusive("a").submit(200).succeeds("w2", 3010, 4000);
        earlier.succeeds("w2", 4010, 5000);
    }
}
