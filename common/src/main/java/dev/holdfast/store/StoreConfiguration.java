package dev.holdfast.store;

import dev.holdfast.store.settle.Settlements;
import dev.holdfast.store.worker.WorkerEnds;
import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** The store of a service that has one DataSource of its own. Beans of the store need the schema, so they come after it. */
@Configuration(proxyBeanMethods = false)
public class StoreConfiguration {

    @Bean
    Schema schema(DataSource dataSource) {
        return Schema.migrate(dataSource);
    }

    @Bean
    Retries retries(MeterRegistry meters) {
        return new Retries(meters);
    }

    /** Says in the log of each start what the promises rest on. */
    @Bean
    Durability durability(Schema schema, JdbcClient jdbc) {
        Durability durability = Durability.of(jdbc);
        durability.log();
        return durability;
    }

    @Bean
    Settlements settlements(Schema schema, JdbcClient jdbc) {
        return new Settlements(jdbc);
    }

    @Bean
    WorkerEnds workerEnds(JdbcClient jdbc, TransactionTemplate transactions, Settlements settlements) {
        return new WorkerEnds(jdbc, transactions, settlements);
    }
}
