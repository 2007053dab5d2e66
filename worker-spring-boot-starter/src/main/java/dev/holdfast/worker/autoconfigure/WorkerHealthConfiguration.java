package dev.holdfast.worker.autoconfigure;

import dev.holdfast.worker.join.Membership;
import dev.holdfast.worker.receive.Broker;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The worker as health tells it: {@code lease} (time left, which also says whether the database answers) and {@code broker}
 * (connected, blocked, routes without a consumer).
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(HealthIndicator.class)
class WorkerHealthConfiguration {

    @Bean
    HealthIndicator leaseHealthIndicator(Worker worker) {
        return () -> lease(worker.membership(), worker);
    }

    @Bean
    HealthIndicator brokerHealthIndicator(Worker worker) {
        return () -> broker(worker.broker(), worker.membership());
    }

    private static Health lease(Membership membership, Worker worker) {
        Membership.Term term = membership.term();
        if (term == null) {
            return Health.outOfService().withDetail("registered", false).build();
        }
        long left = term.remaining().toMillis();
        Health.Builder health = membership.isLeaving() ? Health.outOfService() : left > 0 ? Health.up() : Health.down();
        return health.withDetail("incarnation", term.incarnation().toString())
                .withDetail("remainingMillis", left)
                .withDetail("takesWork", membership.takesWork())
                .withDetail("draining", membership.isLeaving())
                .withDetail("slotsBusy", worker.slots().busy())
                .withDetail("slots", worker.slots().total())
                .withDetail("resultsWaiting", worker.resultsWaiting())
                .build();
    }

    private static Health broker(Broker broker, Membership membership) {
        boolean connected = broker.isConnected();
        boolean served = connected && broker.unserved().isEmpty();
        Health.Builder health = served || membership.isLeaving() ? Health.up() : Health.down();
        return health.withDetail("connected", connected)
                .withDetail("blocked", broker.isBlocked())
                .withDetail(
                        "unserved",
                        broker.unserved().stream()
                                .map(r -> r.queue() + "." + r.type())
                                .sorted()
                                .toList())
                .build();
    }
}
