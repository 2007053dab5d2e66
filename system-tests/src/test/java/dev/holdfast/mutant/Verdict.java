package dev.holdfast.mutant;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What became of one mutant.
 *
 * @param caught whether its test failed by what it asserts, in time
 * @param by the tests that failed so
 * @param words what the first of them said, or why it is not caught
 */
record Verdict(Mutant mutant, boolean caught, List<String> by, String words, Duration took) {

    static Verdict of(Mutant mutant, Child.Outcome outcome) {
        List<Result> failed = outcome.results().stream()
                .filter(result -> result.how() == Result.How.ASSERTED)
                .toList();
        if (!failed.isEmpty() && outcome.took().compareTo(mutant.bound()) < 0) {
            List<String> by = failed.stream().map(Result::method).distinct().toList();
            return new Verdict(mutant, true, by, failed.get(0).words(), outcome.took());
        }
        return new Verdict(mutant, false, List.of(), why(mutant, outcome), outcome.took());
    }

    private static String why(Mutant mutant, Child.Outcome outcome) {
        String broken = outcome.results().stream()
                .filter(result -> result.how() == Result.How.BROKEN)
                .map(result -> result.method() + ": " + result.words())
                .collect(Collectors.joining("; "));
        if (!broken.isEmpty()) {
            return "no assertion failed, but " + broken;
        }
        return outcome.complete()
                ? "survived: its test stayed green"
                : "its test did not end within " + mutant.bound().toSeconds() + " s";
    }
}
