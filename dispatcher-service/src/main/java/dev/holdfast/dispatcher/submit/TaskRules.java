package dev.holdfast.dispatcher.submit;

import dev.holdfast.dispatcher.refuse.Errors;
import dev.holdfast.store.submit.Submission;
import dev.holdfast.task.RouteName;
import dev.holdfast.task.TaskId;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns a request into a submission: values within their limits, defaults filled in. Collects all that is wrong. */
final class TaskRules {

    static final int MAX_PAYLOAD_BYTES = 256 * 1024;
    static final Duration MAX_DELAY = Duration.ofDays(36_500);

    private static final RouteName PLACEHOLDER = new RouteName("default", "invalid");

    private final SubmitProperties properties;
    private final Clock clock;

    TaskRules(SubmitProperties properties, Clock clock) {
        this.properties = properties;
        this.clock = clock;
    }

    /**
     * @param path of the task in the request
     * @return worth storing only if nothing was added to {@code errors}
     */
    Submission submission(TaskRequest request, String path, Errors errors) {
        Values values = new Values(path, errors);
        RouteName route = route(request, values);
        payload(request, values);
        Instant runAt = values.instant("runAt", request.runAt());
        Duration delay = delay(request, values);
        Instant expiresAt = expiresAt(request, runAt, values);
        return new Submission(
                TaskId.next(),
                route,
                request.payload() == null ? "null" : request.payload(),
                Resources.check(request.resources() == null ? List.of() : request.resources(), values),
                labels(request, values),
                values.between("priority", request.priority(), 0, 9, 0),
                runAt,
                delay,
                expiresAt,
                Policing.policies(request, properties.policies(route.type()), values),
                null);
    }

    private static RouteName route(TaskRequest request, Values values) {
        String queue = values.name("queue", request.queue() == null ? "default" : request.queue());
        String type = request.type() == null ? null : values.name("type", request.type());
        if (request.type() == null) {
            values.invalid("type", "is required");
        }
        return queue == null || type == null ? PLACEHOLDER : new RouteName(queue, type);
    }

    private static void payload(TaskRequest request, Values values) {
        String payload = request.payload();
        // The first test spares most payloads the encoding.
        if (payload != null
                && payload.length() > MAX_PAYLOAD_BYTES / 3
                && payload.getBytes(StandardCharsets.UTF_8).length > MAX_PAYLOAD_BYTES) {
            values.tooLarge("payload", "may have " + MAX_PAYLOAD_BYTES + " bytes");
        }
    }

    private static @Nullable Duration delay(TaskRequest request, Values values) {
        Duration delay = values.duration("delay", request.delay());
        if (delay != null && (delay.isNegative() || delay.compareTo(MAX_DELAY) > 0)) {
            values.invalid("delay", "must be between 0s and 36500d");
        }
        if (request.delay() != null && request.runAt() != null) {
            values.invalid("delay", "must not stand together with runAt");
        }
        return delay;
    }

    private @Nullable Instant expiresAt(TaskRequest request, @Nullable Instant runAt, Values values) {
        Instant expiresAt = values.instant("expiresAt", request.expiresAt());
        if (expiresAt != null && !expiresAt.isAfter(clock.instant())) {
            values.invalid("expiresAt", "lies in the past");
        } else if (expiresAt != null && runAt != null && !expiresAt.isAfter(runAt)) {
            values.invalid("expiresAt", "must be after runAt");
        }
        return expiresAt;
    }

    private static Map<String, String> labels(TaskRequest request, Values values) {
        Map<String, String> labels = request.labels() == null ? Map.of() : request.labels();
        if (labels.size() > 32) {
            values.invalid("labels", "may be 32, got " + labels.size());
        }
        labels.forEach((key, value) -> {
            if (!Values.hasLength(key, 1, 100) || !Values.hasLength(value, 0, 100)) {
                values.invalid("labels." + key, "has a key of 1–100 and a value of at most 100 characters");
            }
        });
        return labels;
    }
}
