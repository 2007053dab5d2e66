package dev.holdfast.dispatcher.reserve;

import dev.holdfast.loop.Loop;
import dev.holdfast.store.grant.GrantBounds;
import dev.holdfast.store.grant.GrantPass;
import dev.holdfast.store.grant.GrantStoreConfiguration;
import dev.holdfast.store.grant.Grantor;
import dev.holdfast.store.grant.Lines;
import dev.holdfast.store.settle.Settlements;
import java.time.Duration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/** The loop that keeps grants going. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ReserveProperties.class)
@Import(GrantStoreConfiguration.class)
class ReserveConfiguration {

    /** On signals the sweeps run at most ten times a second. */
    private static final Duration SWEEP_GAP = Duration.ofMillis(100);

    @Bean
    @Primary
    WorkSignal workSignal() {
        return new WorkSignal();
    }

    @Bean
    Loop grantLoop(
            Lines lines,
            Settlements settlements,
            GrantPass pass,
            Rooms rooms,
            Publishing publishing,
            Grantor grantor,
            ReserveProperties settings,
            WorkSignal signal) {
        GrantLoop turns = new GrantLoop(
                lines,
                settlements,
                pass,
                new GrantBounds(settings.grantSlice(), settings.grantMax()),
                rooms,
                publishing,
                grantor.actor(),
                SWEEP_GAP);
        Loop loop = new Loop("grant", settings.grantSweep(), () -> {
            if (turns.runOnce()) {
                signal.look();
            }
        });
        signal.listener(loop::signal);
        return loop;
    }

    @Bean
    GrantHealth grantsHealthIndicator(Loop grantLoop) {
        return new GrantHealth(grantLoop);
    }
}
