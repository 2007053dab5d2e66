package dev.holdfast.dispatcher.publish;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Whether messages can be published. A broker that blocks publishers does not make the service unready, for it still takes
 * tasks; the detail {@code blocked} says it.
 */
final class BrokerHealth implements HealthIndicator {

    private final PublisherLink link;
    private final Marks marks;

    BrokerHealth(PublisherLink link, Marks marks) {
        this.link = link;
        this.marks = marks;
    }

    @Override
    public Health health() {
        Session session = link.current();
        if (session == null) {
            String reason = link.awayBecause();
            return Health.down()
                    .withDetail("reason", reason == null ? "the connection ended" : reason)
                    .build();
        }
        String blocked = session.blockedBecause();
        Health.Builder health = Health.up()
                .withDetail("broker", session.broker().toString())
                .withDetail("blocked", blocked != null)
                .withDetail("underWay", marks.underWay());
        return blocked == null
                ? health.build()
                : health.withDetail("blockedBecause", blocked).build();
    }
}
