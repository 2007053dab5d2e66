package dev.holdfast.mutant;

import java.time.Duration;
import java.util.List;

/**
 * One deliberate breakage.
 *
 * @param name what the code does not do any more, in a few words
 * @param breaks the promise that this costs
 * @param bound within which its catcher must have failed, from the start of its JVM
 */
record Mutant(String name, String breaks, Catcher catcher, Duration bound, List<Edit> edits) {

    static final Duration BOUND = Duration.ofSeconds(120);

    static Mutant of(String name, String breaks, Catcher catcher, Edit... edits) {
        return new Mutant(name, breaks, catcher, BOUND, List.of(edits));
    }

    /** The same breakage, to be noticed by somebody else as well. */
    Mutant seenBy(Catcher other) {
        return new Mutant(name + ", in real processes", breaks, other, bound, edits);
    }

    /** For directories and file names. */
    String slug() {
        return name.toLowerCase(java.util.Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-|-$", "");
    }

    @Override
    public String toString() {
        return name;
    }
}
