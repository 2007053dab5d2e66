package dev.holdfast.reaper;

import dev.holdfast.loop.Loop;
import dev.holdfast.messaging.SignalSender;
import dev.holdfast.reaper.detect.Detector;
import dev.holdfast.reaper.settle.Settler;
import dev.holdfast.reaper.sweep.CheckSweep;
import dev.holdfast.store.LateSchema;
import dev.holdfast.store.check.Finding;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * What the health endpoint tells. It asks the loops, never the database or the broker: a probe takes no connection and
 * waits for nothing.
 */
@Configuration(proxyBeanMethods = false)
class HealthConfiguration {

    /** Violations of one invariant in the details. */
    private static final int SHOWN = 10;

    private final Duration fresh;

    HealthConfiguration(ReaperProperties properties) {
        this.fresh = properties.pass().multipliedBy(5);
    }

    /** Up while looks at the database succeed. */
    @Bean
    HealthIndicator dbHealthIndicator(LateSchema schema, Loop detectLoop) {
        return () -> status(schema.isThere() && isFresh(detectLoop))
                .withDetail("schema", schema.isThere() ? "up to date" : "not there yet")
                .withDetail("lastLook", detectLoop.sinceLastSuccess().toMillis() + " ms ago")
                .build();
    }

    /** Up while every loop that moves tasks does its passes. */
    @Bean
    HealthIndicator reaperHealthIndicator(
            LateSchema schema, Loop detectLoop, Loop settleLoop, Loop sweepLoop, Detector detector, Settler settler) {
        return () -> status(schema.isThere() && isFresh(detectLoop) && isFresh(settleLoop) && isFresh(sweepLoop))
                .withDetail("lastLook", detectLoop.sinceLastSuccess().toMillis() + " ms ago")
                .withDetail("lastSettle", settleLoop.sinceLastSuccess().toMillis() + " ms ago")
                .withDetail("lastSweep", sweepLoop.sinceLastSuccess().toMillis() + " ms ago")
                .withDetail("workersWatched", detector.watched())
                .withDetail("workersSettled", settler.settledWorkers())
                .build();
    }

    /** Never down: without the broker the reaper only cannot tell dispatchers to hurry. */
    @Bean
    HealthIndicator brokerHealthIndicator(SignalSender signals) {
        return () -> {
            SignalSender.Link link = signals.link();
            return (link == SignalSender.Link.ABSENT ? Health.unknown() : Health.up())
                    .withDetail("link", link)
                    .withDetail("blocked", link == SignalSender.Link.BLOCKED)
                    .withDetail("needed", false)
                    .build();
        };
    }

    /**
     * Whether the invariants hold. In no probe: killing a reaper would repair nothing. {@code VIOLATED} is a status that
     * neither counts in the overall one nor changes the answer's code.
     */
    @Bean
    HealthIndicator checkHealthIndicator(CheckSweep check, Loop checkLoop) {
        return () -> {
            List<Finding> last = check.last();
            boolean violated = last.stream().anyMatch(f -> !f.violations().isEmpty());
            Health.Builder health =
                    last.isEmpty() ? Health.unknown() : violated ? Health.status("VIOLATED") : Health.up();
            health.withDetail("lastCheck", checkLoop.sinceLastSuccess().toMillis() + " ms ago");
            for (Finding finding : last) {
                if (!finding.violations().isEmpty()) {
                    health.withDetail(finding.invariant().id(), shown(finding));
                }
            }
            return health.build();
        };
    }

    private static List<String> shown(Finding finding) {
        return finding.violations().stream()
                .limit(SHOWN)
                .map(v -> (v.task() == null ? "" : v.task() + ": ") + v.detail())
                .toList();
    }

    private boolean isFresh(Loop loop) {
        return loop.sinceLastSuccess().compareTo(fresh) < 0;
    }

    private static Health.Builder status(boolean up) {
        return up ? Health.up() : Health.down();
    }
}
