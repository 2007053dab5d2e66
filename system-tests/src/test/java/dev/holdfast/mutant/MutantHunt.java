package dev.holdfast.mutant;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every mutant is caught: {@code ./mvnw -Pmutants verify}; {@code -Dmutants=claim,fenc} takes only those with one of these in
 * their names. Writes the table into {@code docs/verification.md}.
 */
class MutantHunt {

    @TestFactory
    Stream<DynamicTest> a_mutant_is_caught() {
        List<Mutant> hunted = Mutants.ALL.stream().filter(MutantHunt::isWanted).toList();
        if (hunted.isEmpty()) {
            throw new AssertionError("no mutant of that name");
        }
        Baselines baselines = new Baselines(hunted);
        return hunted.stream().map(mutant -> DynamicTest.dynamicTest(mutant.name(), () -> hunt(mutant, baselines)));
    }

    private static void hunt(Mutant mutant, Baselines baselines) {
        baselines.requireGreen(mutant.catcher());
        Path directory = Mutants.directory(mutant.slug());
        Path overlay = Overlay.of(mutant, directory.resolve("overlay"));
        Child.Outcome outcome = Child.run(List.of(mutant.catcher()), overlay, directory, mutant.bound());
        Verdict verdict = Verdict.of(mutant, outcome);
        // At once: a run that is cut off has still seen what it saw.
        VerdictTable.write(verdict);
        if (!verdict.caught()) {
            throw new AssertionError(mutant.name() + ": " + verdict.words() + "\n" + outcome.tail());
        }
    }

    private static boolean isWanted(Mutant mutant) {
        String names = System.getProperty("mutants", "");
        return names.isBlank() || Stream.of(names.split(",")).anyMatch(mutant.slug()::contains);
    }
}
