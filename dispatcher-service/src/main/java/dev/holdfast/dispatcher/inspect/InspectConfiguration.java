package dev.holdfast.dispatcher.inspect;

import dev.holdfast.store.inspect.InspectStoreConfiguration;
import dev.holdfast.store.inspect.Records;
import dev.holdfast.store.inspect.Tasks;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(WaitProperties.class)
@Import(InspectStoreConfiguration.class)
class InspectConfiguration {

    @Bean
    Waiters waiters(Tasks tasks, Records records, WaitProperties properties) {
        return new Waiters(tasks, records, properties);
    }
}
