package dev.holdfast.store.check;

import dev.holdfast.store.Retries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessException;

/** What one look has seen so far. */
final class Round {

    private static final String QUERY_CANCELED = "57014";

    private final Map<Invariant, Map<String, Violation>> seen = new EnumMap<>(Invariant.class);
    private final Map<Invariant, String> unknown = new EnumMap<>(Invariant.class);
    private final Map<Invariant, List<String>> coverage = new EnumMap<>(Invariant.class);

    List<Violation> add(Invariant invariant, List<Violation> violations) {
        Map<String, Violation> all = seen.computeIfAbsent(invariant, none -> new LinkedHashMap<>());
        violations.forEach(violation -> all.putIfAbsent(violation.key(), violation));
        return violations;
    }

    void unknown(Invariant invariant, String because) {
        unknown.put(invariant, because);
    }

    void coverage(Invariant invariant, String text) {
        coverage.computeIfAbsent(invariant, none -> new ArrayList<>()).add(text);
    }

    /** Asks the database; if it does not answer in time, what was asked is {@code otherwise}, and the invariants unknown. */
    <T> T ask(Supplier<T> question, T otherwise, Invariant... invariants) {
        try {
            return question.get();
        } catch (DataAccessException e) {
            if (!Retries.sqlState(e).equals(QUERY_CANCELED)) {
                throw e;
            }
            Arrays.stream(invariants).forEach(i -> unknown(i, "the database did not answer in time"));
            return otherwise;
        }
    }

    /** Only what is confirmed, of every invariant. */
    List<Finding> findings(Sightings sightings) {
        return Arrays.stream(Invariant.values())
                .map(invariant -> new Finding(
                        invariant,
                        sightings
                                .confirmed(
                                        invariant,
                                        List.copyOf(seen.getOrDefault(invariant, Map.of())
                                                .values()))
                                .stream()
                                .limit(Checks.CAP)
                                .toList(),
                        unknown.get(invariant),
                        coverage.containsKey(invariant) ? String.join("; ", coverage.get(invariant)) : null))
                .toList();
    }
}
