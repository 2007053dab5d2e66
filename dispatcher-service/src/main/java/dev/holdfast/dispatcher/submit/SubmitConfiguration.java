package dev.holdfast.dispatcher.submit;

import dev.holdfast.dispatcher.reserve.GrantSignal;
import dev.holdfast.store.submit.SubmitStoreConfiguration;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@Configuration(proxyBeanMethods = false)
@Import(SubmitStoreConfiguration.class)
@EnableConfigurationProperties(SubmitProperties.class)
class SubmitConfiguration {

    @Bean
    Intake intake(SubmitProperties properties, ObjectProvider<Clock> clock) {
        return new Intake(new TaskRules(properties, clock.getIfAvailable(Clock::systemUTC)));
    }

    @Bean
    WakeGrants wakeGrants(ObjectProvider<GrantSignal> signals) {
        return new WakeGrants(signals);
    }
}
