package dev.holdfast.dispatcher.reserve;

import dev.holdfast.loop.Loop;
import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether grants are being made: the last good turn of the loop is not long ago. */
final class GrantHealth implements HealthIndicator {

    /** A statement may take 10 s before the server ends it. */
    private static final Duration LONG = Duration.ofSeconds(15);

    private final Loop loop;

    GrantHealth(Loop loop) {
        this.loop = loop;
    }

    @Override
    public Health health() {
        Duration since = loop.sinceLastSuccess();
        Health.Builder health = since.compareTo(LONG) > 0 ? Health.down() : Health.up();
        return health.withDetail("lastPassMillisAgo", since.toMillis()).build();
    }
}
