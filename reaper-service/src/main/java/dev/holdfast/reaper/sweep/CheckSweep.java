package dev.holdfast.reaper.sweep;

import dev.holdfast.store.check.Checks;
import dev.holdfast.store.check.Finding;
import dev.holdfast.store.check.Invariant;
import dev.holdfast.store.check.Violation;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks whether the invariants hold, and tells metrics, health and the log. It changes nothing: what can be settled, the other
 * sweeps settle, and a violation says that they did not.
 */
public final class CheckSweep {

    private static final Logger log = LoggerFactory.getLogger(CheckSweep.class);
    private static final int NAMED = 5;

    private final Checks checks;
    private final Duration walk;
    private volatile List<Finding> last = List.of();

    /** @param walk how long one sweep may walk over what waits */
    public CheckSweep(Checks checks, Duration walk, MeterRegistry meters) {
        this.checks = checks;
        this.walk = walk;
        Arrays.stream(Invariant.values())
                .filter(invariant -> invariant != Invariant.LOST_MESSAGES)
                .forEach(invariant -> Gauge.builder("holdfast.check.violations", this, s -> s.count(invariant))
                        .description("violations of an invariant that the last check found, at most " + Checks.CAP)
                        .tag("invariant", invariant.id())
                        .register(meters));
    }

    /** One sweep. It may wait some seconds for a second look. */
    public void sweep() {
        List<Finding> before = last;
        last = checks.check(walk);
        for (Finding finding : last) {
            if (!finding.violations().isEmpty() && !wasViolated(before, finding.invariant())) {
                log.warn(
                        "invariant {} is violated ({}): {}",
                        finding.invariant().id(),
                        finding.invariant().meaning(),
                        words(finding.violations()));
            }
        }
    }

    /** What the last sweep found; nothing before the first. */
    public List<Finding> last() {
        return last;
    }

    private double count(Invariant invariant) {
        return last.stream()
                .filter(finding -> finding.invariant() == invariant)
                .findFirst()
                .map(finding -> (double) finding.violations().size())
                .orElse(Double.NaN);
    }

    private static boolean wasViolated(List<Finding> findings, Invariant invariant) {
        return findings.stream()
                .anyMatch(f -> f.invariant() == invariant && !f.violations().isEmpty());
    }

    private static String words(List<Violation> violations) {
        return violations.stream()
                        .limit(NAMED)
                        .map(v -> Objects.toString(v.task(), "") + " " + v.detail())
                        .collect(Collectors.joining("; "))
                + (violations.size() > NAMED ? "; and " + (violations.size() - NAMED) + " more" : "");
    }
}
