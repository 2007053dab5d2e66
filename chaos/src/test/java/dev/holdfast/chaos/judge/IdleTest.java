package dev.holdfast.chaos.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.chaos.record.FaultKind;
import org.junit.jupiter.api.Test;

class IdleTest {

    private final MadeUp run = new MadeUp();

    @Test
    void who_waits_for_a_holder_and_for_those_ahead_is_no_violation() {
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 5000);
        run.task().exclusive("a").submit(100).succeeds("w1", 5010, 9000);
        run.task().exclusive("a").submit(200).succeeds("w1", 9010, 12_000);

        Says.clean(run.judgedBy(new Idle()));
    }

    @Test
    void a_free_resource_that_is_wanted_for_longer_than_the_limit_is_a_violation() {
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 5000);
        run.task().exclusive("a").submit(100).succeeds("w1", 6600, 9000);

        Says.violation(run.judgedBy(new Idle()), "could have been granted from 5.001 s for 1.599 s");
    }

    @Test
    void a_little_less_is_none() {
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 5000);
        run.task().exclusive("a").submit(100).succeeds("w1", 6400, 9000);

        Says.clean(run.judgedBy(new Idle()));
    }

    @Test
    void a_task_that_needs_nothing_must_be_granted_too() {
        run.task().submit(0).succeeds("w1", 2000, 2500);

        Says.violation(run.judgedBy(new Idle()), "could have been granted");
    }

    @Test
    void only_the_first_of_an_idle_line_is_a_violation() {
        run.task().exclusive("a").submit(0).succeeds("w1", 3000, 5000);
        run.task().exclusive("a").submit(100).succeeds("w1", 5010, 9000);

        Says.violation(run.judgedBy(new Idle()), "from 0.002 s for 2.998 s");
    }

    @Test
    void shared_ones_need_not_wait_for_shared_holders() {
        run.task().shared("a").submit(0).succeeds("w1", 10, 5000);
        run.task().shared("a").submit(100).succeeds("w1", 5010, 9000);

        Says.violation(run.judgedBy(new Idle()), "from 0.102 s for 4.908 s");
    }

    @Test
    void two_that_came_at_once_do_not_excuse_each_other() {
        run.task().exclusive("a").submit(0).succeeds("w1", 3000, 5000);
        run.task().exclusive("a").submit(1).succeeds("w1", 5010, 9000);

        assertThat(run.judgedBy(new Idle()).violations()).isNotEmpty();
    }

    @Test
    void one_that_came_at_once_and_waits_for_something_else_excuses_the_other() {
        run.task().exclusive("b").submit(0).succeeds("w1", 10, 5000);
        MadeUpTask both = run.task().exclusive("a").exclusive("b").submit(1000);
        run.task().exclusive("a").submit(1001).succeeds("w1", 9010, 9500);
        both.succeeds("w1", 5010, 9000);

        Says.clean(run.judgedBy(new Idle()));
    }

    @Test
    void without_a_worker_nothing_is_granted() {
        run.dies("w1", -10, "exited");
        run.dies("w2", -10, "exited");
        run.task().exclusive("a").submit(0).canceled(9000);

        Says.clean(run.judgedBy(new Idle()));
    }

    @Test
    void without_a_dispatcher_nothing_is_granted() {
        run.processes.removeIf(p -> p.role().equals("dispatcher"));
        run.task().exclusive("a").submit(0).canceled(9000);

        Says.clean(run.judgedBy(new Idle()));
    }

    @Test
    void that_one_of_two_dispatchers_is_away_excuses_nothing() {
        run.process("d2", "dispatcher", 3, -60_000, null, null);
        run.fault(FaultKind.SIGKILL, "d1", 100, 60_000);
        run.task().exclusive("a").submit(0).succeeds("w1", 20_000, 20_500);

        Says.violation(run.judgedBy(new Idle()), "from 5.100 s for 14.900 s");
    }

    @Test
    void while_one_of_the_workers_is_full_there_may_be_no_room() {
        for (int i = 0; i < 4; i++) {
            run.task().submit(0).succeeds("w1", 10, 9000);
        }
        run.task().exclusive("a").submit(50).succeeds("w2", 9010, 9500);

        Says.clean(run.judgedBy(new Idle()));
    }

    @Test
    void while_as_many_are_published_as_a_worker_has_slots_there_may_be_no_room() {
        for (int i = 0; i < 4; i++) {
            run.task().submit(0).grant(10).claim("w1", 9000).settled(9001, "FAILED", "FAILED", "ERROR");
        }
        run.task().exclusive("a").submit(50).succeeds("w2", 9010, 9500);

        Says.clean(run.judgedBy(new Idle()));
    }

    @Test
    void around_a_fault_it_may_take_longer() {
        run.fault(FaultKind.SIGKILL, "w2", 5000, 5100);
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 5000);
        run.task().exclusive("a").submit(100).succeeds("w1", 11_900, 12_500);

        Says.clean(run.judgedBy(new Idle()));
    }

    @Test
    void a_moment_at_the_end_of_that_time_is_none() {
        run.fault(FaultKind.SIGKILL, "w2", 5000, 5100);
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 12_090);
        run.task().exclusive("a").submit(100).succeeds("w1", 12_110, 12_500);

        Says.clean(run.judgedBy(new Idle()));
    }

    @Test
    void a_moment_before_a_fault_is_none() {
        run.fault(FaultKind.SIGKILL, "w2", 6000, 6100);
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 5000);
        run.task().exclusive("a").submit(100).succeeds("w1", 11_900, 12_500);

        Says.clean(run.judgedBy(new Idle()));
    }

    @Test
    void what_is_still_idle_when_that_time_is_up_is_a_violation() {
        run.fault(FaultKind.SIGKILL, "w2", 5000, 5100);
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 10_000);
        run.task().exclusive("a").submit(100).succeeds("w1", 12_150, 12_500);

        Says.violation(run.judgedBy(new Idle()), "without a fault to explain it");
    }

    @Test
    void but_no_longer_than_the_bound_and_two_seconds() {
        run.fault(FaultKind.SIGKILL, "w2", 5000, 5100);
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 5000);
        run.task().exclusive("a").submit(100).succeeds("w1", 12_200, 12_500);

        Says.violation(run.judgedBy(new Idle()), "with all there that it needs");
    }

    @Test
    void faults_without_end_excuse_no_steady_idleness() {
        for (int i = 0; i < 10; i++) {
            run.fault(FaultKind.SIGKILL, "w2", 1000 + i * 3000, 1100 + i * 3000);
        }
        run.task().exclusive("a").submit(0).succeeds("w1", 20_000, 20_500);

        Says.violation(run.judgedBy(new Idle()), "with all there that it needs");
    }

    @Test
    void a_suspect_waits_for_another_suspect() {
        run.kill("w2", 500);
        MadeUpTask one = run.task().submit(0).runs("w2", 10, 400).lost(4000);
        MadeUpTask two = run.task().submit(1).runs("w2", 10, 400).lost(4000);
        one.succeeds("w1", 4010, 30_000);
        two.succeeds("w1", 30_010, 30_500);

        Says.clean(run.judgedBy(new Idle()));
    }

    @Test
    void a_task_that_failed_is_no_suspect() {
        run.kill("w2", 500);
        run.task().submit(0).runs("w2", 10, 400).lost(4000).succeeds("w1", 4010, 40_000);
        run.task()
                .submit(19_000)
                .runs("w1", 19_010, 19_500)
                .settled(19_600, "FAILED", "SCHEDULED", "ERROR")
                .entersLine(20_000)
                .succeeds("w1", 30_010, 30_500);

        Says.violation(run.judgedBy(new Idle()), "could have been granted from 20.000 s");
    }

    @Test
    void an_ordinary_task_does_not_wait_for_suspects() {
        run.kill("w2", 500);
        run.task().submit(0).runs("w2", 10, 400).lost(4000).succeeds("w1", 4010, 40_000);
        run.task().submit(20_000).succeeds("w1", 30_010, 30_500);

        Says.violation(run.judgedBy(new Idle()), "could have been granted from 20.002 s");
    }
}
