package dev.holdfast.dispatcher.inspect;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Bounds of {@code GET /tasks/{id}?wait=…}.
 *
 * @param interval how often ends are looked for while anybody waits: one statement for all
 * @param longest that a caller may ask for
 * @param most callers that wait at a time; more are answered at once
 */
@ConfigurationProperties("holdfast.dispatcher.wait")
record WaitProperties(
        @DefaultValue("100ms") Duration interval,
        @DefaultValue("60s") Duration longest,
        @DefaultValue("5000") int most) {

    WaitProperties {
        if (interval.toMillis() < 10 || longest.compareTo(interval) < 0 || most < 1) {
            throw new IllegalArgumentException("holdfast.dispatcher.wait needs interval ≥ 10ms, longest ≥ interval and"
                    + " most ≥ 1, got " + interval + ", " + longest + ", " + most);
        }
    }
}
