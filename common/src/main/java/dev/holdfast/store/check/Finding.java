package dev.holdfast.store.check;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a look found about one invariant.
 *
 * @param violations at most {@link Checks#CAP}; there may be more when there are so many
 * @param unknown why it could not be looked at, or null
 * @param coverage how much of what waits was looked at, where that takes a walk; null: all
 */
public record Finding(
        Invariant invariant,
        List<Violation> violations,
        @Nullable String unknown,
        @Nullable String coverage) {

    public Finding {
        violations = List.copyOf(violations);
    }

    /** Whether it was looked at and holds. */
    public boolean isClean() {
        return violations.isEmpty() && unknown == null;
    }
}
