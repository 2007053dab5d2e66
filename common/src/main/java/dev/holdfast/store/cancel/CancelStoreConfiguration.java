package dev.holdfast.store.cancel;

import dev.holdfast.store.Retries;
import dev.holdfast.store.Schema;
import dev.holdfast.store.settle.Settlements;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** For services that cancel tasks. */
@Configuration(proxyBeanMethods = false)
public class CancelStoreConfiguration {

    @Bean
    Cancellations cancellations(Schema schema, JdbcClient jdbc, Settlements settlements, Retries retries) {
        return new Cancellations(jdbc, settlements, retries);
    }
}
