package dev.holdfast.chaos.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.chaos.storm.ChaosRun.Outcome;
import dev.holdfast.quickstart.backing.Trees;
import dev.holdfast.verification.Answers;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * A short run with a fixed seed; {@code -Dchaos.minutes} and {@code -Dchaos.seed}, as the profile {@code chaos} sets them,
 * make it another. What it printed, its record and its logs stay in {@code target/chaos}.
 */
class ChaosScenario {

    private static final String MINUTES = System.getProperty("chaos.minutes", "1");
    private static final String SEED = System.getProperty("chaos.seed", "1");

    @Test
    @Answers({"P13", "A10", "O4"})
    void every_promise_is_kept_in_a_storm() throws IOException {
        Path directory = Path.of("target", "chaos").toAbsolutePath();
        Trees.delete(directory);
        Files.createDirectories(directory.resolve("logs"));
        Path report = directory.resolve("report.txt");
        Outcome outcome;
        try (PrintStream out = new PrintStream(Files.newOutputStream(report), true, StandardCharsets.UTF_8)) {
            outcome = new ChaosRun(
                            new ChaosRun.Wish(Double.parseDouble(MINUTES), Long.parseLong(SEED), Integer.MAX_VALUE),
                            directory,
                            out)
                    .run();
        }
        assertThat(outcome).as(() -> read(report)).isEqualTo(Outcome.CLEAN);
    }

    private static String read(Path report) {
        try {
            return Files.readString(report);
        } catch (IOException e) {
            return "no report: " + e;
        }
    }
}
