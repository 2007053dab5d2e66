package dev.holdfast.mutant;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The catching tests without any mutant: in the same JVM with the same classpath, behind an empty overlay, each must be green. */
final class Baselines {

    private static final Duration BOUND = Duration.ofMinutes(4);

    private final Map<String, Child.Outcome> outcomes = new HashMap<>();
    private final Map<String, List<Catcher>> wanted;

    Baselines(List<Mutant> mutants) {
        wanted = mutants.stream()
                .map(Mutant::catcher)
                .collect(Collectors.groupingBy(
                        Catcher::module, Collectors.collectingAndThen(Collectors.toList(), Baselines::merged)));
    }

    /** @throws AssertionError if a test of this catcher does not pass: then its failure would prove nothing */
    void requireGreen(Catcher catcher) {
        Child.Outcome outcome = outcomes.computeIfAbsent(catcher.module(), this::run);
        for (String method : catcher.methods()) {
            List<Result> results = outcome.results().stream()
                    .filter(result -> result.type().equals(catcher.type())
                            && result.method().equals(method))
                    .toList();
            if (results.isEmpty() || results.stream().anyMatch(result -> result.how() != Result.How.PASSED)) {
                throw new AssertionError("%s#%s is not green without a mutant: %s%n%s"
                        .formatted(catcher.type(), method, outcome.results(), outcome.tail()));
            }
        }
    }

    private Child.Outcome run(String module) {
        Path directory = Mutants.directory("without").resolve(module);
        Path overlay = directory.resolve("overlay");
        try {
            Files.createDirectories(overlay);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Child.run(wanted.getOrDefault(module, List.of()), overlay, directory, BOUND);
    }

    /** One catcher per class, with all methods that any wants of it. */
    private static List<Catcher> merged(List<Catcher> catchers) {
        Map<String, Set<String>> methods = new java.util.LinkedHashMap<>();
        catchers.forEach(c ->
                methods.computeIfAbsent(c.type(), type -> new LinkedHashSet<>()).addAll(c.methods()));
        String module = catchers.get(0).module();
        return methods.entrySet().stream()
                .map(entry -> new Catcher(module, entry.getKey(), List.copyOf(entry.getValue())))
                .toList();
    }
}
