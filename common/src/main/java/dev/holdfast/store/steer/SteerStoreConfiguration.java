package dev.holdfast.store.steer;

import dev.holdfast.store.Retries;
import dev.holdfast.store.Schema;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** For services that operators steer by. */
@Configuration(proxyBeanMethods = false)
public class SteerStoreConfiguration {

    @Bean
    Priorities priorities(Schema schema, JdbcClient jdbc, Retries retries) {
        return new Priorities(jdbc, retries);
    }

    @Bean
    Queues queues(Schema schema, JdbcClient jdbc, TransactionTemplate transactions, Retries retries) {
        return new Queues(jdbc, transactions, retries);
    }

    @Bean
    Drains drains(Schema schema, JdbcClient jdbc) {
        return new Drains(jdbc);
    }
}
