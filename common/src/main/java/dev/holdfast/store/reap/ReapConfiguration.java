package dev.holdfast.store.reap;

import dev.holdfast.store.LateSchema;
import dev.holdfast.store.settle.Settlements;
import dev.holdfast.store.worker.WorkerEnds;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** The store of a reaper, which starts before its database if need be: nothing here connects. */
@Configuration(proxyBeanMethods = false)
public class ReapConfiguration {

    @Bean
    LateSchema lateSchema(DataSource dataSource) {
        return new LateSchema(dataSource);
    }

    @Bean
    Settlements settlements(JdbcClient jdbc) {
        return new Settlements(jdbc);
    }

    @Bean
    WorkerEnds workerEnds(JdbcClient jdbc, TransactionTemplate transactions, Settlements settlements) {
        return new WorkerEnds(jdbc, transactions, settlements);
    }

    @Bean
    WorkerWatch workerWatch(JdbcClient jdbc) {
        return new WorkerWatch(jdbc);
    }

    @Bean
    OrphanedAttempts orphanedAttempts(JdbcClient jdbc, TransactionTemplate transactions, Settlements settlements) {
        return new OrphanedAttempts(jdbc, transactions, settlements);
    }

    @Bean
    ForgottenAttempts forgottenAttempts(JdbcClient jdbc, TransactionTemplate transactions, Settlements settlements) {
        return new ForgottenAttempts(jdbc, transactions, settlements);
    }

    @Bean
    OverdueAttempts overdueAttempts(JdbcClient jdbc, TransactionTemplate transactions, Settlements settlements) {
        return new OverdueAttempts(jdbc, transactions, settlements);
    }

    @Bean
    Retention retention(JdbcClient jdbc) {
        return new Retention(jdbc);
    }
}
