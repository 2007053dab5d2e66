package dev.holdfast.store.submit;

import dev.holdfast.store.Retries;
import dev.holdfast.store.Schema;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** For services that take tasks in. */
@Configuration(proxyBeanMethods = false)
public class SubmitStoreConfiguration {

    @Bean
    Submissions submissions(Schema schema, JdbcClient jdbc, TransactionTemplate transactions, Retries retries) {
        return new Submissions(jdbc, transactions, retries);
    }

    @Bean
    Resubmissions resubmissions(JdbcClient jdbc, Submissions submissions) {
        return new Resubmissions(jdbc, submissions);
    }
}
