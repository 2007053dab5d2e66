package dev.holdfast.dispatcher.check;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How a check works.
 *
 * @param checkWalk how long one check may walk over what waits; the next one goes on from there
 */
@ConfigurationProperties("holdfast.dispatcher")
record CheckProperties(@DefaultValue("2s") Duration checkWalk) {

    CheckProperties {
        if (checkWalk.isNegative() || checkWalk.compareTo(Duration.ofSeconds(20)) > 0) {
            throw new IllegalArgumentException("holdfast.dispatcher.check-walk is between 0s and 20s, got " + checkWalk
                    + ": the caller waits for it");
        }
    }
}
