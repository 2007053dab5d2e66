package dev.holdfast.store.check;

import java.time.Duration;

/**
 * For how long something may be otherwise than it should.
 *
 * @param settled after a lease ran out and a whole ttl went by, which a reaper that has just started needs to see it
 * @param inLine until a route that opened or closed has its tasks in line or parked, and one that is due is in line
 * @param published from the grant to the mark, and from the mark until a loss is repaired
 * @param snapshot how old a snapshot may be
 * @param statementTimeout after which a question counts as not answered
 */
public record CheckBounds(
        Duration settled, Duration inLine, Duration published, Duration snapshot, Duration statementTimeout) {

    public static final CheckBounds DEFAULT = new CheckBounds(
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofMinutes(2),
            Duration.ofSeconds(2));
}
