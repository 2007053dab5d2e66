package dev.holdfast.store.inspect;

import dev.holdfast.store.Schema;
import jakarta.persistence.EntityManagerFactory;
import javax.sql.DataSource;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;

/**
 * For services that answer what became of tasks. JPA has a transaction manager of its own, so that it does not stand in the
 * way of the statements of the hot path.
 */
@Configuration(proxyBeanMethods = false)
@EntityScan(basePackageClasses = TaskOverview.class)
@EnableJpaRepositories(basePackageClasses = TaskOverviews.class, transactionManagerRef = "inspectTransactions")
public class InspectStoreConfiguration {

    @Bean
    @Primary
    JdbcTransactionManager transactionManager(DataSource dataSource) {
        return new JdbcTransactionManager(dataSource);
    }

    @Bean
    JpaTransactionManager inspectTransactions(EntityManagerFactory entities) {
        return new JpaTransactionManager(entities);
    }

    @Bean
    Tasks tasks(Schema schema, TaskOverviews overviews, TaskSummaries summaries) {
        return new Tasks(overviews, summaries);
    }

    @Bean
    Records records(Schema schema, JdbcClient jdbc) {
        return new Records(jdbc);
    }

    @Bean
    Resources resources(Schema schema, JdbcClient jdbc) {
        return new Resources(jdbc);
    }

    @Bean
    Situations situations(JdbcClient jdbc, Resources resources, JdbcTransactionManager transactionManager) {
        return new Situations(jdbc, resources, transactionManager);
    }

    @Bean
    Overviews overviews(Schema schema, JdbcClient jdbc) {
        return new Overviews(jdbc);
    }
}
