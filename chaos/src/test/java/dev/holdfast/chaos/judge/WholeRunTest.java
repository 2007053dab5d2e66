package dev.holdfast.chaos.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.chaos.record.FaultKind;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class WholeRunTest {

    private final MadeUp run = new MadeUp();

    @Test
    void a_run_that_keeps_every_promise_is_clean() {
        run.task().exclusive("a").submit(0).succeeds("w1", 10, 500);
        run.task().exclusive("a").submit(20).succeeds("w2", 502, 900);
        run.task().shared("a").submit(40).succeeds("w1", 902, 1400);
        run.task().shared("a").submit(60).succeeds("w2", 903, 1400);
        MadeUpTask lost = run.task().exclusive("b").submit(1990).runs("w1", 2000, 2400);
        run.kill("w1", 2450);
        lost.lost(6400).succeeds("w2", 6450, 6900);
        run.task().exclusive("b").submit(7000).canceled(7010);

        Verdict verdict = run.judged();

        assertThat(verdict.violations()).isEmpty();
        assertThat(verdict.rows()).hasSize(15);
    }

    @Test
    void the_table_names_the_promise_the_times_and_the_nearest_fault() {
        run.fault(FaultKind.SIGSTOP, "w1", 400, 600);
        run.task().exclusive("a").submit(0).runs("w1", 10, 500).step(501, "SUCCEEDED", null);

        Verdict verdict = run.judged();

        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        verdict.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .contains("success = completed run")
                .contains("VIOLATION     0.501 s")
                .contains("#1 SIGSTOP of w1, 0.400 s to 0.600 s, going on")
                .contains("NOT CLEAN")
                .contains("seed 7");
    }

    @Test
    void ten_thousand_tasks_and_half_a_million_ticks_take_seconds() {
        for (int i = 0; i < 10_000; i++) {
            long start = 10 + i * 150L;
            run.task().exclusive("r" + i % 40).submit(i * 100L).succeeds("w" + i % 2, start, start + 5100);
        }
        assertThat(run.runs.size()).isGreaterThan(500_000);
        long before = System.nanoTime();

        Verdict verdict = run.judged();

        assertThat(verdict.rows()).hasSize(15);
        assertThat((System.nanoTime() - before) / 1_000_000).isLessThan(20_000);
    }
}
