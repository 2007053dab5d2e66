package dev.holdfast.dispatcher.check;

import dev.holdfast.store.check.Finding;
import dev.holdfast.store.check.Violation;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a check found.
 *
 * @param ok whether every invariant was looked at and holds
 * @param invariants all of them, each time
 */
@Schema(name = "Check")
record CheckAnswer(boolean ok, List<InvariantAnswer> invariants) {

    /**
     * @param name never changes
     * @param status {@code clean}, {@code violated}, or {@code unknown} if it could not be looked at
     * @param bound for how long it may be otherwise
     * @param violations at most 200
     * @param unknown why it could not be looked at
     * @param coverage how much of what waits was looked at, where that is done in slices
     */
    @Schema(name = "Invariant")
    record InvariantAnswer(
            String name,
            String meaning,
            String bound,
            String status,
            List<ViolationAnswer> violations,
            @Nullable String unknown,
            @Nullable String coverage) {}

    @Schema(name = "Violation")
    record ViolationAnswer(
            @Nullable String task,
            @Nullable Integer attempt,
            @Nullable String resource,
            @Nullable Instant since,
            String detail) {}

    static CheckAnswer of(List<Finding> findings) {
        return new CheckAnswer(
                findings.stream().allMatch(Finding::isClean),
                findings.stream().map(CheckAnswer::of).toList());
    }

    private static InvariantAnswer of(Finding finding) {
        return new InvariantAnswer(
                finding.invariant().id(),
                finding.invariant().meaning(),
                finding.invariant().bound(),
                finding.isClean() ? "clean" : finding.violations().isEmpty() ? "unknown" : "violated",
                finding.violations().stream().map(CheckAnswer::of).toList(),
                finding.unknown(),
                finding.coverage());
    }

    private static ViolationAnswer of(Violation violation) {
        return new ViolationAnswer(
                violation.task() == null ? null : violation.task().toString(),
                violation.attempt(),
                violation.resource(),
                violation.since(),
                violation.detail());
    }
}
