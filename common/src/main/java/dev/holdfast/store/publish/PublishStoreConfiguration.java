package dev.holdfast.store.publish;

import dev.holdfast.store.Schema;
import dev.holdfast.store.route.Routes;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The part of the store that only dispatchers use to publish. Needs a {@link Publisher}. */
@Configuration(proxyBeanMethods = false)
public class PublishStoreConfiguration {

    @Bean
    Leases leases(Schema schema, JdbcClient jdbc, Publisher publisher) {
        return new Leases(jdbc, publisher);
    }

    @Bean
    Windows windows(Schema schema, JdbcClient jdbc) {
        return new Windows(jdbc);
    }

    @Bean
    LostTasks lostTasks(Schema schema, JdbcClient jdbc, Publisher publisher) {
        return new LostTasks(jdbc, publisher);
    }

    @Bean
    StaleMessages staleMessages(Schema schema, JdbcClient jdbc) {
        return new StaleMessages(jdbc);
    }

    @Bean
    DeadLetterRows deadLetterRows(Schema schema, JdbcClient jdbc) {
        return new DeadLetterRows(jdbc);
    }

    @Bean
    Routes routes(Schema schema, JdbcClient jdbc) {
        return new Routes(jdbc);
    }
}
