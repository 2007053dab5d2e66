package dev.holdfast.store.grant;

import dev.holdfast.store.Retries;
import dev.holdfast.store.Schema;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** The part of the store that only dispatchers use to grant. Needs a {@link Grantor}. */
@Configuration(proxyBeanMethods = false)
public class GrantStoreConfiguration {

    @Bean
    Lines lines(Schema schema, JdbcClient jdbc, Retries retries) {
        return new Lines(jdbc, retries);
    }

    /** With plain JDBC transactions: a pass needs no entity manager, and runs often. */
    @Bean
    GrantPass grantPass(Schema schema, JdbcClient jdbc, DataSource dataSource, Retries retries, Grantor grantor) {
        return new GrantPass(jdbc, new DataSourceTransactionManager(dataSource), retries, grantor);
    }
}
