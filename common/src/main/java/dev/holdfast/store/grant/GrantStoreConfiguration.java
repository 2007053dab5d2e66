package dev.holdfast.store.grant;

import dev.holdfast.store.Retries;
import dev.holdfast.store.Schema;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

/** The part of the store that grants. Needs a {@link Grantor}. */
@Configuration(proxyBeanMethods = false)
public class GrantStoreConfiguration {

    @Bean
    GrantPass grantPass(
            Schema schema, JdbcClient jdbc, PlatformTransactionManager transactions, Retries retries, Grantor grantor) {
        return new GrantPass(jdbc, transactions, retries, grantor);
    }

    @Bean
    Lines lines(Schema schema, JdbcClient jdbc, Retries retries) {
        return new Lines(jdbc, retries);
    }
}
