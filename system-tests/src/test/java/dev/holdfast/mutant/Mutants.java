package dev.holdfast.mutant;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** All of them. */
final class Mutants {

    static final List<Mutant> ALL = Stream.of(
                    ClaimMutants.ALL, SettleMutants.ALL, WorkerMutants.ALL, GrantMutants.ALL, ProcessMutants.ALL)
            .flatMap(List::stream)
            .toList();

    private static final Path DIRECTORY = Path.of("target", "mutants");

    private Mutants() {}

    static Path directory(String name) {
        return DIRECTORY.resolve(name);
    }
}
