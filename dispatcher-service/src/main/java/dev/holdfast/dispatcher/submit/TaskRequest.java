package dev.holdfast.dispatcher.submit;

import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A task as a caller asks for it, its shape checked, its values not. Null is what was left out.
 *
 * @param payload its JSON text exactly as sent
 */
record TaskRequest(
        @Schema(requiredMode = Schema.RequiredMode.REQUIRED, example = "echo") @Nullable String type,

        @Schema(defaultValue = "default") @Nullable String queue,

        @Schema(type = "object", description = "any JSON, at most 256 KiB") @Nullable String payload,

        @Nullable List<Resource> resources,

        @Schema(defaultValue = "0", description = "0–9, higher first") @Nullable Integer priority,

        @Schema(format = "date-time", description = "not before; not together with delay") @Nullable String runAt,

        @Schema(example = "30s", description = "not before so long after the submit") @Nullable String delay,

        @Schema(example = "10m", description = "of one attempt") @Nullable String timeout,

        @Schema(description = "failures until the task fails") @Nullable Integer maxAttempts,

        @Nullable Backoff backoff,

        @Schema(description = "losses of its worker until the task fails") @Nullable Integer maxLost,

        @Schema(allowableValues = {"RESUBMIT", "CANCEL"}) @Nullable String onWorkerLost,

        @Schema(format = "date-time", description = "fails if not started by then") @Nullable String expiresAt,

        @Nullable Map<String, String> labels) {

    /** @param mode {@code EXCLUSIVE} if left out */
    @Schema(name = "ResourceRequest")
    record Resource(
            @Schema(requiredMode = Schema.RequiredMode.REQUIRED, example = "repo:42") @Nullable String resource,

            @Schema(
                    allowableValues = {"SHARED", "EXCLUSIVE"},
                    defaultValue = "EXCLUSIVE")
            @Nullable String mode) {}

    /** Durations and numbers as in the configuration of the same name. */
    @Schema(name = "BackoffRequest")
    record Backoff(
            @Schema(example = "1s") @Nullable String initial,
            @Schema(example = "1h") @Nullable String max,
            @Nullable BigDecimal factor,
            @Nullable BigDecimal jitter) {}
}
